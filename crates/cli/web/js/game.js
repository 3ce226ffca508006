// The game: a puzzle, its moves and a cursor, all of it in the fragment of the address. Positions are asked for once and kept.

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Response} Response */
/** @typedef {import("./types.js").Touch} Touch */
/** @typedef {import("./types.js").Engine} Engine */

/** More moves than this are not written into an address. */
const LONGEST_ADDRESS = 60_000;

export class Game {
  /** @type {Puzzle} */
  puzzle = { sources: [] };
  /** The name of the example it is, if it is one. */
  example = "";
  /** @type {string[]} */
  moves = [];
  cursor = 0;
  /** Whether the moves are being watched. */
  isPlaying = false;
  /** @type {Map<number, Promise<Response>>} */
  #looks = new Map();

  /** @param {Engine} engine @param {(name: string) => { text: string, as: string } | undefined} findExample */
  constructor(engine, findExample) {
    this.engine = engine;
    this.findExample = findExample;
  }

  get text() {
    return this.puzzle.sources[0]?.bytes ?? "";
  }

  get session() {
    return { puzzle: this.puzzle, moves: this.moves, cursor: this.cursor };
  }

  /** Begins a puzzle. @param {Puzzle} puzzle @param {string} [example] */
  open(puzzle, example = "") {
    [this.puzzle, this.example, this.moves, this.cursor, this.isPlaying] = [puzzle, example, [], 0, false];
    this.#looks.clear();
  }

  /** Plays a move after those before the cursor. @param {string} by */
  play(by) {
    if (this.moves[this.cursor] !== by) this.#keep([...this.moves.slice(0, this.cursor), by]);
    this.cursor++;
  }

  /** Takes moves as what comes after the cursor. @param {string[]} moves */
  continueWith(moves) {
    this.#keep([...this.moves.slice(0, this.cursor), ...moves]);
  }

  /** Takes moves instead of those there are, and goes to their end. @param {string[]} moves */
  take(moves) {
    const differs = moves.findIndex((by, at) => this.moves[at] !== by);
    this.cursor = differs < 0 ? moves.length : differs;
    if (differs >= 0) this.#keep(moves);
    this.cursor = moves.length;
  }

  /** @param {string[]} moves */
  #keep(moves) {
    this.moves = moves;
    for (const at of this.#looks.keys()) if (at > this.cursor) this.#looks.delete(at);
  }

  /** The position after so many moves. */
  look(at = this.cursor) {
    let look = this.#looks.get(at);
    if (!look) {
      look = this.engine.ask({ ask: "look", ...this.session, cursor: at });
      this.#looks.set(at, look);
      // What failed is asked again.
      look.catch(() => this.#looks.delete(at));
    }
    return look;
  }

  /** The fragment that stands for everything. */
  get fragment() {
    const { sources, as, metric, goal, start } = this.puzzle;
    const words = new URLSearchParams();
    if (this.example) words.set("example", this.example);
    else {
      words.set("text", this.text);
      if (sources[0]?.name) words.set("name", sources[0].name);
      if (as) words.set("as", as);
    }
    for (const [key, value] of Object.entries({ metric, goal, start })) if (value) words.set(key, value);
    const moves = this.moves.join("\n");
    if (moves && moves.length < LONGEST_ADDRESS) {
      words.set("moves", moves);
      if (this.cursor < this.moves.length) words.set("at", String(this.cursor));
    }
    return `#${words}`;
  }

  /** Reads a fragment; false if nothing is in it. @param {string} fragment */
  read(fragment) {
    const words = new URLSearchParams(fragment.replace(/^#/, ""));
    const name = words.get("example") ?? "";
    const example = this.findExample(name);
    const text = example?.text ?? words.get("text");
    if (text === null) return false;
    const said = Object.fromEntries(["as", "metric", "goal", "start"].flatMap((key) => (words.get(key) ? [[key, words.get(key)]] : [])));
    if (example) said.as = example.as;
    this.open({ sources: [{ name: example ? name : words.get("name") || "pasted", bytes: text }], ...said }, example ? name : "");
    this.moves = (words.get("moves") ?? "").split("\n").map((by) => by.trim()).filter(Boolean);
    const at = words.get("at");
    const cursor = at === null ? this.moves.length : Math.trunc(Number(at)) || 0;
    this.cursor = Math.max(0, Math.min(this.moves.length, cursor));
    return true;
  }
}

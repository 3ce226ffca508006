// The game: a puzzle, its moves and a cursor, stored in the fragment of the address. A longer game
// is stored in the tab, and the fragment has its name. Positions are requested once and cached.

import { keep, kept, newName } from "./kept.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Response} Response */
/** @typedef {import("./types.js").Touch} Touch */
/** @typedef {import("./engine.js").Engine} Engine */

/** @typedef {{ puzzle: Puzzle, example: string, moves: string[], cursor: number, origin: string }} Snapshot */

/** Browsers cut longer addresses off. */
const LONGEST_ADDRESS = 2_000_000;
/** Moves with more letters than this are not written into an address, which changes with each of them. */
const LONGEST_MOVES = 60_000;

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
  /** Whether there is a film to watch: the moves of a solution. */
  hasFilm = false;
  /** Where it comes from, for "next": the name of a level, a difficulty, a day. */
  origin = "";
  /** Changes with every puzzle that is opened. */
  number = 0;
  /** The example that an address names and that does not exist. */
  unknown = "";
  /** What edits have replaced, and what undoing them has. @type {Snapshot[][]} */
  #edits = [[], []];
  /** What the address lacks because it would be too long. @type {"" | "moves" | "board"} */
  lacks = "";
  /** Whether what it lacks is kept in this tab. */
  isKept = false;
  /** What the address that was read lacked, if this tab does not have it. @type {"" | "moves" | "board"} */
  missing = "";
  /** What is kept, and its name. @type {{ name: string, puzzle: Puzzle, moves: string[] } | undefined} */
  #kept;
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

  /** Begins a puzzle. @param {Puzzle} puzzle @param {string} [example] @param {string} [origin] */
  open(puzzle, example = "", origin = "") {
    [this.puzzle, this.example, this.moves, this.cursor, this.isPlaying] = [puzzle, example, [], 0, false];
    [this.origin, this.unknown, this.hasFilm, this.#edits] = [origin, "", false, [[], []]];
    this.number++;
    [this.missing, this.#kept] = ["", undefined];
    this.#looks.clear();
  }

  /** What the browser keeps of this game. @returns {Snapshot} */
  get snapshot() {
    const { puzzle, example, moves, cursor, origin } = this;
    return { puzzle, example, moves, cursor, origin };
  }

  /** Goes on with a game that was kept. @param {Snapshot} kept */
  resume({ puzzle, example, moves, cursor, origin }) {
    this.open(puzzle, example, origin);
    [this.moves, this.cursor] = [moves, Math.max(0, Math.min(moves.length, cursor))];
  }

  /** Puts an edited puzzle in the place of this one, which undo brings back. @param {Puzzle} puzzle */
  edit(puzzle) {
    const [before] = this.#edits;
    before.push(this.snapshot);
    this.open(puzzle);
    this.#edits = [before, []];
  }

  /** Whether an edit can be undone (0) or made again (1). @param {0 | 1} which */
  hasEdit(which) {
    return this.#edits[which].length > 0;
  }

  /** Undoes an edit (0), or makes it again (1). @param {0 | 1} which */
  turn(which) {
    const edits = this.#edits;
    const to = edits[which].pop();
    if (!to) return;
    edits[1 - which].push(this.snapshot);
    this.resume(to);
    this.#edits = edits;
  }

  /** Drops the moves that cannot be played, if the puzzle can be read at all. Returns the first of them and its number. */
  async settle() {
    if (!this.moves.length || (await this.look(0)).fault) return undefined;
    let [good, bad] = [0, this.cursor];
    while (bad - good > 1) {
      const middle = Math.floor((good + bad) / 2);
      if ((await this.look(middle)).fault) bad = middle;
      else good = middle;
    }
    const dropped = { by: this.moves[good], number: good + 1 };
    this.cursor = good;
    this.#keep(this.moves.slice(0, good));
    return dropped;
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

  /** The position after `at` moves. */
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

  /** The fragment that stands for everything. What does not fit into one is kept, and `lacks` says so. */
  address() {
    const moves = this.moves.join("\n");
    const board = this.text.length > LONGEST_ADDRESS ? undefined : this.#board();
    const whole = board && new URLSearchParams(board);
    if (whole && moves && moves.length < LONGEST_MOVES) {
      whole.set("moves", moves);
      if (this.cursor < this.moves.length) whole.set("at", String(this.cursor));
    }
    const fits = (/** @type {URLSearchParams | undefined} */ words) => words && `${words}`.length < LONGEST_ADDRESS;
    this.lacks = !fits(board) ? "board" : moves.length >= LONGEST_MOVES || !fits(whole) ? "moves" : "";
    if (!this.lacks) return `#${whole}`;
    const rest = new URLSearchParams(this.lacks === "board" ? "" : board);
    rest.set("kept", this.#keepAll());
    if (this.cursor < this.moves.length) rest.set("at", String(this.cursor));
    return `#${rest}`;
  }

  /** The fragment of the puzzle alone. */
  puzzleAddress() {
    return this.text.length > LONGEST_ADDRESS ? "" : `#${this.#board()}`;
  }

  /** Keeps everything in this tab, and gives the name of it. */
  #keepAll() {
    const { puzzle, moves, example } = this;
    if (this.#kept?.puzzle !== puzzle || this.#kept.moves !== moves) {
      this.#kept = { name: this.#kept?.name ?? newName(), puzzle, moves };
      this.isKept = keep(this.#kept.name, { puzzle, moves, example });
    }
    return this.#kept.name;
  }

  /** The puzzle in words for an address. */
  #board() {
    const { sources, as, metric, goal, start } = this.puzzle;
    const words = new URLSearchParams();
    if (this.example) words.set("example", this.example);
    else {
      words.set("text", this.text);
      if (sources[0]?.binary) words.set("binary", "1");
      if (sources[0]?.name) words.set("name", sources[0].name);
      if (as) words.set("as", as);
    }
    for (const [key, value] of Object.entries({ metric, goal, start })) if (value) words.set(key, value);
    return words;
  }

  /** Reads a fragment; false if nothing is in it. @param {string} fragment */
  read(fragment) {
    const words = new URLSearchParams(fragment.replace(/^#/, ""));
    const keptName = words.get("kept") ?? "";
    const all = keptName && kept(keptName);
    if (all) {
      const { puzzle, moves, example } = /** @type {{ puzzle: Puzzle, moves: string[], example: string }} */ (all);
      this.open(puzzle, example);
      this.moves = moves;
      [this.#kept, this.isKept] = [{ name: keptName, puzzle, moves }, true];
      this.#goTo(words.get("at"));
      return true;
    }
    const name = words.get("example") ?? "";
    const example = this.findExample(name);
    const text = example?.text ?? words.get("text");
    if (text === null) {
      [this.missing, this.unknown] = [keptName ? "board" : "", name];
      return false;
    }
    const said = Object.fromEntries(["as", "metric", "goal", "start"].flatMap((key) => (words.get(key) ? [[key, words.get(key)]] : [])));
    if (example) said.as = example.as;
    const binary = words.has("binary") && !example;
    this.open({ sources: [{ name: example ? name : (words.get("name") ?? ""), bytes: text, ...(binary ? { binary } : {}) }], ...said }, example ? name : "");
    this.moves = (words.get("moves") ?? "").split("\n").map((by) => by.trim()).filter(Boolean);
    this.missing = keptName ? "moves" : "";
    this.#goTo(words.get("at"));
    return true;
  }

  /** Puts the cursor where an address says, or at the end. @param {string | null} at */
  #goTo(at) {
    const cursor = at === null ? this.moves.length : Math.trunc(Number(at)) || 0;
    this.cursor = Math.max(0, Math.min(this.moves.length, cursor));
  }
}

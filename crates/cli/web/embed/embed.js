// `<fewest-board puzzle="klotski">`: a board to play in any page, with hints and the fewest moves.
// `cargo xtask npm` makes one file of this, its modules, the style of the boards and the library as
// WebAssembly, so that it works without a server and without a network.

import { Board } from "../js/board.js";
import { Hands } from "../js/hands.js";
import { Workers } from "../js/workers.js";
import { setLanguage, t, units } from "../js/words.js";

/** @typedef {import("../js/types.js").Response} Response */
/** @typedef {import("../js/types.js").Puzzle} Puzzle */

/** What the packed file brings along: the library (gzip, base64), the script of its worker, the style. @type {{ wasm: string, worker: string, style: string }} */
const PACKED = { wasm: "", worker: "", style: "" };

/** How long a hint and a solution may take, in milliseconds. */
const [GLANCE, LONG] = [350, 60_000];

/** @type {Promise<Workers> | undefined} */
let engine;

/** The library, which all boards of a page share. */
function library() {
  engine ??= (async () => {
    const bytes = Uint8Array.from(atob(PACKED.wasm), (char) => char.charCodeAt(0));
    const plain = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
    const module = await WebAssembly.compile(await plain.arrayBuffer());
    const script = URL.createObjectURL(new Blob([PACKED.worker], { type: "text/javascript" }));
    return new Workers(module, () => new Worker(script));
  })();
  return engine;
}

const STYLE = `
  :host { display: grid; gap: .5rem; grid-template-rows: minmax(0, 1fr) auto; width: 100%; max-width: 30rem; aspect-ratio: 1 / 1.18; color: var(--ink); font: 16px/1.4 system-ui, sans-serif; }
  .bar { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
  .bar p { margin: 0 auto 0 0; }
  button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 9px; padding: .3rem .7rem; cursor: pointer; }
  button:disabled { opacity: .45; cursor: default; }
  button:focus-visible { outline: 3px solid var(--cursor); outline-offset: 2px; }
`;

class FewestBoard extends HTMLElement {
  static observedAttributes = ["puzzle", "as", "metric", "language"];
  /** @type {Puzzle} */
  puzzle = { sources: [] };
  /** @type {string[]} */
  moves = [];
  /** @type {Response | undefined} */
  look;
  /** The fewest moves from the start, if they are known. @type {number | undefined} */
  fewest;
  #number = 0;
  #said = "";

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = PACKED.style + STYLE;
    this.box = document.createElement("div");
    Object.assign(this.box, { className: "board", tabIndex: 0 });
    this.box.setAttribute("role", "application");
    const bar = document.createElement("div");
    bar.className = "bar";
    this.line = document.createElement("p");
    this.line.setAttribute("role", "status");
    const button = (/** @type {() => void} */ act) => {
      const made = document.createElement("button");
      made.type = "button";
      made.addEventListener("click", act);
      return made;
    };
    this.buttons = { undo: button(() => this.undo()), restart: button(() => this.restart()), hint: button(() => this.hint()), solve: button(() => this.solve()) };
    bar.append(this.line, ...Object.values(this.buttons));
    root.append(style, this.box, bar);
    this.board = new Board(this.box);
    this.hands = new Hands(this.board, () => ({ touches: this.look?.touches ?? [], edits: false }), {
      move: (touch) => void this.play(this.look?.moves?.[this.look.touches?.indexOf(touch) ?? -1]),
      run: (ids) => void this.#run(ids),
      stroke: () => undefined,
      say: (text) => this.#say(text),
    });
  }

  connectedCallback() {
    this.#open().catch((error) => this.#say(String(error)));
  }

  attributeChangedCallback() {
    if (this.isConnected) this.connectedCallback();
  }

  /** Opens the puzzle of the attributes: the name of an example, a text in any format, or the text inside the element. */
  async #open() {
    setLanguage(this.getAttribute("language") ?? document.documentElement.lang ?? navigator.language);
    for (const [name, button] of Object.entries(this.buttons)) button.textContent = t(name);
    const text = this.getAttribute("puzzle") ?? this.textContent ?? "";
    const { families = [] } = await (await library()).ask({ ask: "list" });
    const found = families.flatMap((family) => family.examples.map((example) => ({ ...example, as: `${family.id}:${example.format}` }))).find((example) => example.name === text.trim());
    const [as, metric] = [this.getAttribute("as") ?? found?.as, this.getAttribute("metric")];
    this.puzzle = { sources: [{ name: text.trim(), bytes: found?.text ?? `${text.trim()}\n` }], ...(as ? { as } : {}), ...(metric ? { metric } : {}) };
    [this.moves, this.fewest, this.#said] = [[], undefined, ""];
    await this.#show();
  }

  /** @param {"look" | "hint" | "solve"} ask @param {number} [milliseconds] */
  async #ask(ask, milliseconds) {
    return (await library()).ask({ ask, puzzle: this.puzzle, moves: this.moves, cursor: this.moves.length, ...(milliseconds ? { milliseconds } : {}) });
  }

  async #show() {
    const number = ++this.#number;
    const before = this.look;
    const look = await this.#ask("look");
    if (number !== this.#number) return;
    this.look = look;
    const by = this.moves.length ? before?.touches?.[before.moves?.indexOf(this.moves[this.moves.length - 1]) ?? -1] : undefined;
    if (look.scene) this.board.show(look.scene, by);
    else this.board.say(look.fault?.what ?? t("too-large-to-draw"));
    this.board.free(look.touches ?? [], false);
    this.board.point(undefined, false);
    this.hands.reset();
    this.box.setAttribute("aria-label", t("board-label", { kind: t(`family-${look.family}`), width: look.scene?.width ?? 0, height: look.scene?.height ?? 0 }));
    this.#words();
    if (look.is_goal) this.dispatchEvent(new CustomEvent("solved", { detail: { moves: this.moves, fewest: this.fewest }, bubbles: true }));
    if (this.fewest === undefined && !this.moves.length && !look.fault) {
      const answer = await this.#ask("hint", GLANCE);
      if (answer.optimal) this.fewest = answer.length;
      this.#words();
    }
  }

  #words() {
    const { look } = this;
    const isDone = !look || Boolean(look.fault) || Boolean(look.is_goal);
    this.buttons.hint.disabled = this.buttons.solve.disabled = isDone;
    this.buttons.undo.disabled = this.buttons.restart.disabled = !this.moves.length;
    const count = `${t("you")} ${this.moves.length}${this.fewest === undefined ? "" : ` · ${t("fewest")} ${this.fewest}`}`;
    this.line.textContent = this.#said || (look?.is_goal ? t("solved", { moves: units(this.moves.length, look.metric) }) : count);
  }

  /** @param {string} text */
  #say(text) {
    this.#said = text;
    this.#words();
  }

  /** Plays a move in words. @param {string | undefined} by */
  async play(by) {
    if (by === undefined) return;
    this.moves = [...this.moves, by];
    this.#said = "";
    await this.#show();
  }

  /** @param {number[]} ids */
  async #run(ids) {
    for (const id of ids) {
      const touch = this.look?.touches?.find((other) => other.shape === id);
      if (touch) await this.play(this.look?.moves?.[this.look.touches?.indexOf(touch) ?? -1]);
    }
  }

  async undo() {
    this.moves = this.moves.slice(0, -1);
    this.#said = "";
    await this.#show();
  }

  async restart() {
    this.moves = [];
    this.#said = "";
    await this.#show();
  }

  /** Shows the next move. */
  async hint() {
    const answer = await this.#ask("hint", GLANCE);
    const by = answer.moves?.[0];
    if (by === undefined) return this.#say(t(answer.outcome === "unsolvable" ? "no-solution-here" : "no-hint"));
    this.board.point(this.look?.touches?.[this.look.moves?.indexOf(by) ?? -1], true);
    this.#say(t(answer.length === undefined ? "best-looking" : "the-move", { move: by }));
  }

  /** Solves, and plays the fewest moves from here. */
  async solve() {
    this.#say(t("searching"));
    const answer = await this.#ask("solve", LONG);
    if (!answer.moves?.length) return this.#say(t(answer.outcome === "unsolvable" ? "no-solution-here" : "none-found"));
    const number = this.#number;
    for (const [at, by] of answer.moves.entries()) {
      // A move by hand ends the film.
      if (this.#number !== number + at) return;
      await this.play(by);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    if (answer.length !== undefined && answer.optimal) this.#say(t("proven", { moves: units(answer.length, answer.metric) }));
  }
}

if (!customElements.get("fewest-board")) customElements.define("fewest-board", FewestBoard);

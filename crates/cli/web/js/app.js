// The page: creates the parts and keeps them consistent.

import { Board } from "./board.js";
import { connect } from "./engine.js";
import { Game } from "./game.js";
import { generator } from "./generator.js";
import { Hands } from "./hands.js";
import { mapPanel } from "./map.js";
import { announce, box, button, count, find, input, isAbort, say } from "./page.js";
import { puzzlePanel } from "./puzzle_panel.js";
import { Reasons } from "./reasons.js";
import { share } from "./share.js";
import { Thinking } from "./thinking.js";
import { timeline } from "./timeline.js";

/** @typedef {import("./types.js").Family} Family */
/** @typedef {import("./types.js").Response} Response */
/** @typedef {import("./types.js").Puzzle} Puzzle */

/** The state that the parts share. */
export class App {
  /** @type {Response | undefined} the position now */
  look;
  /** @type {{ show: () => void }[]} */
  parts = [];
  edits = false;
  brush = "";
  #number = 0;
  #shown = { cursor: 0, look: /** @type {Response | undefined} */ (undefined) };

  /** @param {import("./types.js").Engine} engine @param {Family[]} families */
  constructor(engine, families) {
    this.engine = engine;
    this.families = families;
    this.game = new Game(engine, (name) => {
      for (const family of families) {
        const example = family.examples.find((other) => other.name === name);
        if (example) return { text: example.text, as: `${family.id}:${example.format}` };
      }
      return undefined;
    });
    this.board = new Board(box("board"));
    this.hands = new Hands(this.board, () => ({ touches: this.look?.touches ?? [], edits: this.edits }), {
      move: (touch) => this.play(this.look?.moves?.[this.look.touches?.indexOf(touch) ?? -1]),
      stroke: (from, to) => this.stroke({ brush: this.brush, from, to }),
      say: announce,
    });
    this.reasons = new Reasons(this);
    this.thinking = new Thinking(this);
  }

  /** How many moves the position on the board has. */
  get shownCursor() {
    return this.#shown.cursor;
  }

  get family() {
    return this.families.find((family) => family.id === this.look?.family);
  }

  get metric() {
    return this.family?.metrics.find((metric) => metric.id === this.look?.metric);
  }

  /** Begins a puzzle; the way back is the browser's, unless it is only being typed. @param {Puzzle} puzzle @param {string} [example] @param {boolean} [typed] */
  async open(puzzle, example, typed = false) {
    this.game.open(puzzle, example);
    if (!typed) history.pushState(null, "", this.game.address());
    await this.refresh();
  }

  /** Plays a move. @param {string | undefined} by */
  async play(by) {
    if (by === undefined) return;
    this.game.isPlaying = false;
    this.game.play(by);
    announce(by);
    await this.refresh();
  }

  /** Goes to the position after `cursor` moves. @param {number} cursor */
  async go(cursor) {
    this.game.cursor = Math.max(0, Math.min(this.game.moves.length, cursor));
    await this.refresh();
  }

  /** Changes the board. @param {import("./types.js").Stroke} by */
  async stroke(by) {
    const answer = await this.engine.ask({ ask: { paint: by }, ...this.game.session }).catch(String);
    if (typeof answer === "string") return say("status", answer, "bad");
    if (answer.fault || answer.text === undefined) {
      say("status", answer.fault?.what ?? "this cannot be changed", "bad");
      return;
    }
    const name = this.game.puzzle.sources[0]?.name ?? "edited";
    const { metric } = this.game.puzzle;
    await this.open({ sources: [{ name, bytes: answer.text }], as: `${answer.family}:${answer.format}`, ...(metric ? { metric } : {}) });
  }

  /** Shows the position, whatever changed. */
  async refresh() {
    const number = ++this.#number;
    const address = this.game.address();
    if (location.hash !== address) history.replaceState(null, "", address);
    let look;
    try {
      look = await this.game.look();
    } catch (error) {
      if (!isAbort(error)) say("status", String(error), "bad");
      return;
    }
    if (number !== this.#number) return;
    const { moves, cursor } = this.game;
    const forward = cursor === this.#shown.cursor + 1 && moves[this.#shown.cursor] !== undefined;
    const by = forward && this.#shown.look?.scene ? this.#shown.look.touches?.[this.#shown.look.moves?.indexOf(moves[cursor - 1]) ?? -1] : undefined;
    this.look = look;
    if (look.scene) this.board.show(look.scene, by);
    else this.board.say(look.fault ? "There is no board to show." : "This board is too large to be drawn here; it can be solved all the same.");
    this.#shown = { cursor, look };
    this.board.lay(undefined);
    this.board.point(undefined, false);
    this.hands.reset();
    this.#words();
    for (const part of this.parts) part.show();
    this.thinking.moved();
  }

  /** What the address does not have. */
  #address() {
    const { lacks, isKept, missing } = this.game;
    const where = isKept ? "kept in this tab only" : "too large for this browser to keep, and gone after a reload; save it as text";
    const words = {
      "": { "": "", moves: "The moves of this game were too many for its address, and are not known here.", board: "The board of that address was too large for it, and is not known here: open its text again." }[missing],
      moves: `These moves are too many for a link: they are ${isKept ? where : "gone after a reload"}.`,
      board: `This board is too large for a link: it is ${where}.`,
    }[lacks];
    box("kept").hidden = !words;
    box("kept").textContent = words;
  }

  #words() {
    const { look, game } = this;
    this.#address();
    const title = game.puzzle.sources[0]?.name ?? "";
    box("title").textContent = look?.fault ? "No puzzle" : `${title || look?.family}`;
    document.title = `${title || "fewest"} · fewest`;
    const board = look?.scene ? `${look.family} board, ${look.scene.width} by ${look.scene.height}` : "board";
    box("board").setAttribute("aria-label", board);
    if (look?.is_goal) {
      say("status", `Solved with ${count(game.cursor, this.metric)}.`, "good");
      announce(`solved with ${count(game.cursor, this.metric)}`);
    } else if (look?.fault && game.moves.length) say("status", look.fault.what, "bad");
    else if (look?.scene && !look.moves) say("status", "This board is too large to be played here; it can be solved all the same.");
    else say("status", "");
  }
}

/** Keys that work everywhere but in fields. @param {App} app */
function keys(app) {
  const does = /** @type {Record<string, () => void>} */ ({
    u: () => button("undo").click(),
    r: () => button("redo").click(),
    h: () => button("hint").click(),
    s: () => button("solve").click(),
    p: () => button("play").click(),
    e: () => button("edit").click(),
    b: () => box("board").focus(),
    Home: () => button("first").click(),
    End: () => button("last").click(),
  });
  addEventListener("keydown", (event) => {
    const isField = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (isField || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = does[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function themes() {
  button("theme").addEventListener("click", () => {
    const { dataset } = document.documentElement;
    const isDark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    dataset.theme = isDark ? "light" : "dark";
    localStorage.setItem("theme", dataset.theme);
  });
}

/** Edit mode and its brushes. @param {App} app */
function editor(app) {
  const list = box("brushes");
  button("edit").addEventListener("click", () => {
    app.edits = !app.edits;
    announce(app.edits ? "editing" : "playing");
    app.hands.reset();
    show();
  });
  const show = () => {
    const brushes = app.family?.brushes ?? [];
    button("edit").disabled = brushes.length === 0 || !app.look?.scene;
    button("edit").setAttribute("aria-pressed", String(app.edits));
    list.hidden = !app.edits || brushes.length === 0;
    if (!brushes.some((brush) => brush.id === app.brush)) app.brush = brushes[0]?.id ?? "";
    const isThere = [...list.children].map((made) => made.textContent).join("\n") === brushes.map((brush) => brush.id).join("\n");
    // A brush that was just chosen stays.
    if (isThere) return [...list.children].forEach((made) => made.setAttribute("aria-checked", String(made.textContent === app.brush)));
    list.replaceChildren(
      ...brushes.map((brush) => {
        const made = document.createElement("button");
        Object.assign(made, { type: "button", textContent: brush.id, title: brush.about });
        made.setAttribute("role", "radio");
        made.setAttribute("aria-checked", String(brush.id === app.brush));
        made.addEventListener("click", () => ((app.brush = brush.id), say("status", brush.about), show()));
        return made;
      }),
    );
  };
  app.parts.push({ show });
}

/** @param {App} app */
function familyTabs(app) {
  const tabs = app.families.map((family) => {
    const tab = document.createElement("button");
    Object.assign(tab, { type: "button", textContent: family.id, title: family.title });
    tab.addEventListener("click", () => {
      const [example] = family.examples;
      app.open({ sources: [{ name: example.name, bytes: example.text }], as: `${family.id}:${example.format}` }, example.name);
    });
    return tab;
  });
  box("families").replaceChildren(...tabs);
  app.parts.push({ show: () => tabs.forEach((tab, at) => tab.setAttribute("aria-current", String(app.families[at].id === app.look?.family))) });
}

async function start() {
  themes();
  const engine = await connect();
  const { families } = await engine.ask({ ask: "list" });
  if (!families) throw new Error("the engine knows no puzzles");
  const app = new App(engine, families);
  // For the console of the browser, and for tests.
  Object.assign(window, { fewest: app });
  box("engine").textContent = `Solved ${engine.name}`;
  const isServer = !engine.name.includes("browser");
  find("api-link", HTMLAnchorElement).hidden = !isServer;
  familyTabs(app);
  puzzlePanel(app);
  timeline(app);
  editor(app);
  generator(app);
  share(app);
  mapPanel(app);
  keys(app);
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    // The fragment is the game; the way to the board must not take its place.
    event.preventDefault();
    box("board").focus();
  });
  const load = () => {
    if (!app.game.read(location.hash)) {
      const { missing } = app.game;
      const [example] = families[0].examples;
      if (!app.look) app.game.open({ sources: [{ name: example.name, bytes: example.text }], as: `${families[0].id}:${example.format}` }, example.name);
      app.game.missing = missing;
    }
    return app.refresh();
  };
  addEventListener("popstate", load);
  input("live").addEventListener("change", () => app.thinking.moved());
  await load();
  for (const waits of document.querySelectorAll("button[data-waits]")) if (waits instanceof HTMLButtonElement) waits.disabled = false;
  document.body.dataset.ready = "true";
  if (!isServer && "serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => undefined);
}

start().catch((error) => say("status", `The page cannot work: ${error instanceof Error ? error.message : error}`, "bad"));

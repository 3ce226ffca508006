// The page: creates the parts and keeps them consistent.

import { Board } from "./board.js";
import { editor } from "./editor.js";
import { connect } from "./engine.js";
import { Game } from "./game.js";
import { nameOf } from "./gallery.js";
import { Hands } from "./hands.js";
import { hero } from "./hero.js";
import { Hints, words } from "./hint.js";
import { home } from "./home.js";
import { importer } from "./import.js";
import { Knowledge } from "./knowledge.js";
import { mapStage } from "./map.js";
import { makers } from "./new.js";
import { announce, box, button, dialogs, find, input, isAbort, openDialog, say } from "./page.js";
import { Reasons } from "./reasons.js";
import { settings } from "./settings.js";
import { share } from "./share.js";
import { solvedCard } from "./solved.js";
import { Solver } from "./solve.js";
import { tick } from "./sound.js";
import { keepGame, keptGame, latestGame, nameOfPuzzle } from "./store.js";
import { timeline } from "./timeline.js";
import { aimOf, learn, plain, t, translate, units } from "./words.js";

/** @typedef {import("./types.js").Family} Family */
/** @typedef {import("./types.js").Response} Response */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Touch} Touch */

/** The state that the parts share. */
export class App {
  /** @type {Response | undefined} the position now */
  look;
  /** @type {{ show: () => void }[]} */
  parts = [];
  edits = false;
  brush = "";
  /** Shows the numbers again, after something became known. */
  showNumbers = () => {};
  /** Shows the start page. */
  showHome = () => {};
  #number = 0;
  #shown = { cursor: 0, look: /** @type {Response | undefined} */ (undefined) };
  /** Moves that wait for the one before them. @type {Promise<unknown>} */
  #running = Promise.resolve();

  /** @param {import("./engine.js").Engine} engine @param {Family[]} families */
  constructor(engine, families) {
    this.engine = engine;
    this.families = families;
    learn(families);
    this.game = new Game(engine, (name) => {
      for (const family of families) {
        const example = family.examples.find((other) => other.name === name);
        if (example) return { text: example.text, as: `${family.id}:${example.format}` };
      }
      return undefined;
    });
    this.board = new Board(box("board"));
    this.knowledge = new Knowledge(this);
    this.hands = new Hands(this.board, () => ({ touches: this.look?.touches ?? [], edits: this.edits }), {
      move: (touch) => this.#touch(touch),
      run: (ids) => void (this.#running = this.#running.then(() => this.#run(ids))),
      stroke: (from, to) => this.stroke({ brush: this.brush, from, to }),
      say: announce,
    });
    this.reasons = new Reasons(this);
    this.hints = new Hints(this);
    this.solver = new Solver(this);
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

  /** What is known about the start: by a search, or because the fewest moves of an example are known. @returns {Response | undefined} */
  get start() {
    const { example, puzzle } = this.game;
    const known = this.knowledge.at(0);
    if (known?.optimal || known?.outcome === "unsolvable" || puzzle.metric || puzzle.goal) return known;
    const fewest = this.family?.examples.find((other) => other.name === example)?.fewest;
    return typeof fewest === "number" ? { outcome: "done", length: fewest, optimal: true, at_least: fewest } : known;
  }

  /** The name of the puzzle in storage. */
  get storeName() {
    return nameOfPuzzle(this.game.puzzle, this.game.example);
  }

  /** The name of the puzzle for people. */
  get title() {
    const { example, puzzle } = this.game;
    return nameOf(example) || puzzle.sources[0]?.name || t("own-puzzle");
  }

  /** Begins a puzzle, or goes on with it where it was left; the way back is the browser's, unless it is only being typed. @param {Puzzle} puzzle @param {{ example?: string, origin?: string, isTyped?: boolean, isFresh?: boolean }} [how] */
  async open(puzzle, { example = "", origin = "", isTyped = false, isFresh = false } = {}) {
    const kept = isTyped || isFresh ? undefined : keptGame(nameOfPuzzle(puzzle, example));
    if (kept && kept.cursor > 0) this.game.resume({ ...kept, puzzle, example, origin: origin || kept.origin });
    else this.game.open(puzzle, example, origin);
    this.edits = false;
    if (!isTyped) history.pushState(null, "", this.game.address());
    await this.refresh();
    if (kept && kept.cursor > 0 && this.look && !this.look.is_goal) say("status", t("resumed"));
  }

  /** Begins an example, or goes on with it. @param {string} name @param {string} [origin] */
  openExample(name, origin = "") {
    const found = this.game.findExample(name);
    if (found) return this.open({ sources: [{ name, bytes: found.text }], as: found.as }, { example: name, origin });
  }

  /** A tab: the game of that family that was played last, or its first example. @param {Family} family */
  async openFamily(family) {
    if (this.look?.family === family.id && document.body.dataset.view === "play") return;
    const latest = latestGame(family.id);
    if (!latest) return this.openExample(FIRST[family.id] ?? family.examples[0].name);
    this.game.resume(latest);
    this.edits = false;
    history.pushState(null, "", this.game.address());
    await this.refresh();
  }

  /** @param {Touch} touch */
  #touch(touch) {
    this.board.anticipate(touch);
    this.play(this.look?.moves?.[this.look.touches?.indexOf(touch) ?? -1]);
  }

  /** Slides a run of pieces, the first into the empty place. @param {number[]} ids */
  async #run(ids) {
    for (const [at, id] of ids.entries()) {
      const touch = this.look?.touches?.find((other) => other.shape === id);
      if (!touch || (at > 0 && this.look?.is_goal)) return;
      this.board.anticipate(touch);
      await this.play(this.look?.moves?.[this.look.touches?.indexOf(touch) ?? -1]);
    }
  }

  /** Plays a move. @param {string | undefined} by */
  async play(by) {
    if (by === undefined) return;
    this.game.isPlaying = false;
    this.game.play(by);
    tick();
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
    const answer = await this.engine.ask({ ask: { paint: by }, ...this.game.session }).catch(words);
    if (typeof answer === "string") return say("status", answer, "bad");
    if (answer.fault || answer.text === undefined) {
      say("status", answer.fault ? plain(answer.fault) : t("cannot-change"), "bad");
      return;
    }
    const { metric } = this.game.puzzle;
    this.game.edit({ sources: [{ name: this.game.puzzle.sources[0]?.name || "", bytes: answer.text, ...(answer.binary ? { binary: true } : {}) }], as: `${answer.family}:${answer.format}`, ...(metric ? { metric } : {}) });
    history.pushState(null, "", this.game.address());
    announce(t("edited"));
    await this.refresh();
  }

  /** Shows the position, whatever changed. */
  async refresh() {
    const number = ++this.#number;
    const address = this.game.address();
    if (location.hash !== address) history.replaceState(null, "", address);
    let look;
    let dropped;
    try {
      look = await this.game.look();
      if (look.fault && this.game.moves.length) {
        dropped = await this.game.settle();
        if (dropped) look = await this.game.look();
      }
    } catch (error) {
      if (!isAbort(error)) say("status", words(error), "bad");
      return;
    }
    if (number !== this.#number) return;
    const cameByKeys = document.body.dataset.view !== "play" && document.documentElement.dataset.input === "keys";
    view("play");
    // The card that was chosen is gone, and the focus with it.
    if (cameByKeys) box("board").focus({ preventScroll: true });
    const { moves, cursor } = this.game;
    const forward = cursor === this.#shown.cursor + 1 && moves[this.#shown.cursor] !== undefined;
    const by = forward && this.#shown.look?.scene ? this.#shown.look.touches?.[this.#shown.look.moves?.indexOf(moves[cursor - 1]) ?? -1] : undefined;
    const isOther = look.family !== this.look?.family;
    if (isOther) this.edits = false;
    this.look = look;
    if (look.scene) this.board.show(look.scene, by);
    else this.board.say(t(look.fault ? "no-board" : "too-large-to-draw"));
    this.board.free(look.touches ?? [], this.edits);
    this.#shown = { cursor, look };
    this.board.lay(undefined);
    this.board.point(undefined, false);
    this.hands.reset();
    this.#words(dropped);
    for (const part of this.parts) part.show();
    if (dropped) history.replaceState(null, "", this.game.address());
    this.#keep();
    this.#follow();
  }

  /** Keeps the game on this device. */
  #keep() {
    const { look, game } = this;
    if (!look || look.fault || game.isPlaying || game.hasFilm) return;
    keepGame(this.storeName, look.family ?? "", game.snapshot);
  }

  /** Asks how many moves are left. */
  #follow() {
    const { look, game, knowledge } = this;
    this.showNumbers();
    if (!look || look.fault || game.isPlaying) return knowledge.stop();
    knowledge.follow(() => this.showNumbers()).catch((error) => say("status", words(error), "bad"));
  }

  /** What the address does not have. */
  #address() {
    const { lacks, isKept, missing, unknown } = this.game;
    const text = unknown ? t("unknown-example", { name: unknown }) : missing ? t(`missing-${missing}`) : lacks ? t(`lacks-${lacks}-${isKept ? "kept" : "lost"}`) : "";
    box("kept").hidden = !text;
    box("kept").textContent = text;
  }

  /** @param {{ by: string, number: number } | undefined} dropped */
  #words(dropped) {
    const { look, game, title } = this;
    this.#address();
    box("title").textContent = look?.fault ? t("no-puzzle") : title;
    document.title = `${title} · fewest`;
    const goal = look?.scene?.aims?.map(aimOf).join(" ") ?? "";
    box("goal").replaceChildren(goal, ...picture(look?.scene));
    const board = look?.scene ? t("board-label", { kind: t(`family-${look.family}`), width: look.scene.width, height: look.scene.height }) : t("board");
    box("board").setAttribute("aria-label", goal ? `${board}. ${goal}` : board);
    const chosen = this.families.flatMap((other) => other.examples).find((other) => other.name === game.example);
    box("about").textContent = nameOf(game.example, "about") || (chosen ? `${chosen.about.slice(0, 1).toUpperCase()}${chosen.about.slice(1)}.` : "");
    if (dropped) say("status", t("bad-move", { move: dropped.by, n: dropped.number }), "bad");
    else if (look?.is_goal) {
      const text = game.cursor ? t("solved", { moves: units(game.cursor, this.metric?.id) }) : t("already-solved");
      say("status", text, "good");
      announce(text);
    } else if (look?.fault) say("status", plain({ what: look.fault.what }), "bad");
    else if (look?.scene && !look.moves) say("status", t("too-large-to-play"));
    else say("status", "");
  }
}

/** The puzzle that a tab begins with. @type {Record<string, string>} */
const FIRST = { lights: "five-all-on", tiles: "eight-easy", pegs: "triangle-corner", blocks: "course" };

/** The goal as a small picture, where it is an arrangement of the whole board. @param {import("./types.js").Scene | undefined} scene */
function picture(scene) {
  const rows = scene?.aims?.find((aim) => aim.rows)?.rows;
  if (!rows || rows.length * rows[0].length > 36) return [];
  const table = document.createElement("table");
  table.className = "goal-picture";
  table.setAttribute("aria-label", rows.map((row) => row.map((label) => label || "·").join(" ")).join(" / "));
  for (const row of rows) {
    const line = table.insertRow();
    for (const label of row) line.insertCell().textContent = label;
  }
  return [table];
}

/** Shows the start page or the game. @param {"home" | "play"} which */
export function view(which) {
  document.body.dataset.view = which;
  box("home").hidden = which !== "home";
  box("play").hidden = which !== "play";
}

/** Keys that work everywhere but in fields and dialogs. @param {App} app @param {{ undo: () => void, redo: () => void }} steps */
function keys(app, steps) {
  const does = /** @type {Record<string, () => void>} */ ({
    u: steps.undo,
    r: steps.redo,
    h: () => button("hint").click(),
    s: () => button("solve").click(),
    p: () => button("play-film").click(),
    e: () => button("edit").click(),
    m: () => button("map-toggle").click(),
    b: () => box("board").focus(),
    Home: () => button("first").click(),
    End: () => button("last").click(),
  });
  addEventListener("keydown", (event) => {
    document.documentElement.dataset.input = "keys";
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input:not([type=range], [type=checkbox]), textarea, select, dialog")) return;
    const isPlay = document.body.dataset.view === "play";
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && isPlay && (key === "z" || key === "y")) {
      event.preventDefault();
      return key === "y" || event.shiftKey ? steps.redo() : steps.undo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "n") return event.preventDefault(), button("new").click();
    if (!isPlay) return;
    if (key.startsWith("Arrow") && target === document.body) return app.hands.key(event);
    const act = does[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  addEventListener("pointerdown", () => (document.documentElement.dataset.input = "pointer"), true);
}

/** @param {App} app */
function familyTabs(app) {
  const tabs = app.families.map((family) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.dataset.t = `family-${family.id}`;
    tab.textContent = t(`family-${family.id}`);
    tab.addEventListener("click", () => app.openFamily(family));
    return tab;
  });
  box("families").replaceChildren(...tabs);
  const show = () => {
    const list = box("families");
    tabs.forEach((tab, at) => {
      const isHere = document.body.dataset.view === "play" && app.families[at].id === app.look?.family;
      tab.setAttribute("aria-current", String(isHere));
      // On a narrow screen the row of tabs scrolls.
      if (isHere) list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
    });
  };
  app.parts.push({ show });
  return show;
}

async function start() {
  const connecting = connect();
  settings();
  dialogs();
  translate(document);
  const engine = await connecting;
  engine.onGone = (isGone) => {
    box("notice").hidden = false;
    box("notice").textContent = t(isGone ? "server-gone" : "server-back");
    box("notice").classList.toggle("bad", isGone);
    if (!isGone) setTimeout(() => !box("notice").classList.contains("bad") && (box("notice").hidden = true), 4000);
  };
  const { families } = await engine.ask({ ask: "list" });
  if (!families) throw new Error(t("no-families"));
  const app = new App(engine, families);
  // For the console of the browser, and for tests.
  Object.assign(window, { fewest: app });
  box("engine").textContent = t(engine.isServer ? "by-server" : "in-browser");
  find("api-link", HTMLAnchorElement).hidden = !engine.isServer;
  const tabs = familyTabs(app);
  const numbers = hero(app);
  const steps = timeline(app);
  const card = solvedCard(app);
  app.showNumbers = () => (numbers.show(), steps.costs(), card.numbers());
  importer(app);
  editor(app);
  const makes = makers(app);
  share(app);
  mapStage(app);
  keys(app, steps);
  app.showHome = home(app, makes);
  input("hide-fewest").addEventListener("change", () => app.showNumbers());
  const relabel = () => {
    translate(document);
    box("engine").textContent = t(engine.isServer ? "by-server" : "in-browser");
    if (document.body.dataset.view === "home") app.showHome();
    else app.refresh();
  };
  addEventListener("language", relabel);
  button("settings").addEventListener("click", () => openDialog("settings-dialog"));
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    // The fragment is the game; the way to the board must not take its place.
    event.preventDefault();
    box(document.body.dataset.view === "play" ? "board" : "paste").focus();
  });
  const load = async () => {
    if (app.game.read(location.hash)) return app.refresh();
    const { missing, unknown } = app.game;
    app.game.isPlaying = false;
    app.knowledge.stop();
    app.solver.stop();
    view("home");
    tabs();
    document.title = t("title");
    const text = unknown ? t("unknown-example", { name: unknown }) : missing ? t(`missing-${missing}`) : "";
    box("kept").hidden = !text;
    box("kept").textContent = text;
    app.game.unknown = "";
    app.showHome();
  };
  find("home-link", HTMLAnchorElement).addEventListener("click", (event) => {
    event.preventDefault();
    history.pushState(null, "", location.pathname);
    load();
  });
  addEventListener("popstate", load);
  await load();
  for (const waits of document.querySelectorAll("button[data-waits]")) if (waits instanceof HTMLButtonElement) waits.disabled = false;
  document.body.dataset.ready = "true";
  if (!engine.isServer && "serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => undefined);
}

start().catch((error) => {
  box("loading").hidden = true;
  box("notice").hidden = false;
  box("notice").textContent = t("cannot-work", { why: words(error) });
});

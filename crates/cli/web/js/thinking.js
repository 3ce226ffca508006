// The analysis of the position: the fewest moves during a game, hints in degrees, and solving with
// progress. A new request cancels the previous one.

import { nameOf } from "./geometry.js";
import { announce, box, button, count, input, isAbort, say } from "./page.js";

/** @typedef {import("./types.js").Response} Response */

/** How long the fewest are looked for. What follows when they are not found, a move that looks good, must fit into a second too. */
const PATIENCE = 350;

export class Thinking {
  /** @type {AbortController | undefined} */
  #now;
  /** What is known of the position, and which position that is. @type {{ at: string, answer: Response } | undefined} */
  #known;
  /** What is being thought about a position, and which position that is. @type {{ at: string, answer: Promise<Response | undefined> } | undefined} */
  #pending;
  degree = 0;

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    button("hint").addEventListener("click", () => this.hint());
    button("solve").addEventListener("click", () => this.solve());
    button("cancel").addEventListener("click", () => this.stop());
  }

  get #where() {
    const { puzzle, moves, cursor } = this.app.game;
    return JSON.stringify([puzzle, moves.slice(0, cursor)]);
  }

  /** Ends whatever is being thought. */
  stop() {
    this.#now?.abort(new DOMException("not wanted any more", "AbortError"));
    this.#now = this.#pending = undefined;
    button("cancel").hidden = true;
    button("solve").disabled = false;
  }

  /** The position has changed. */
  async moved() {
    this.stop();
    this.degree = 0;
    box("tally").textContent = "";
    const { look, game } = this.app;
    this.#tally(this.#known?.at === this.#where ? this.#known.answer : undefined);
    button("hint").disabled = button("solve").disabled = !look || Boolean(look.fault) || Boolean(look.is_goal);
    if (!look || look.fault || look.is_goal || !input("live").checked || game.isPlaying) return;
    const answer = await this.#quick().catch(quiet);
    if (answer) this.#tally(answer);
  }

  /** Thinks for less than a second. A second request about the same position waits for the same result. */
  #quick() {
    const at = this.#where;
    if (this.#known?.at === at) return Promise.resolve(this.#known.answer);
    if (this.#pending?.at === at) return this.#pending.answer;
    this.stop();
    const answer = this.#think(at);
    this.#pending = { at, answer };
    // What failed is asked again.
    answer.catch(() => this.#pending?.answer === answer && (this.#pending = undefined));
    return answer;
  }

  /** @param {string} at @returns {Promise<Response | undefined>} */
  async #think(at) {
    const mine = (this.#now = new AbortController());
    const { engine, game } = this.app;
    const answer = await engine.ask({ ask: "hint", ...game.session, milliseconds: PATIENCE }, { signal: mine.signal });
    if (at !== this.#where) return undefined;
    this.#known = { at, answer };
    return answer;
  }

  /** @param {Response | undefined} answer */
  #tally(answer) {
    const { game, metric } = this.app;
    const played = count(game.cursor, metric);
    box("tally").textContent = answer ? `${played} played · ${left(answer, metric)}` : `${played} played`;
  }

  /** One degree more. */
  async hint() {
    const { app } = this;
    if (!app.look || app.look.fault || app.look.is_goal) return;
    say("status", "thinking…");
    const answer = await this.#quick().catch(quiet);
    if (!answer) return box("status").textContent === "thinking…" && say("status", "");
    this.#tally(answer);
    this.degree++;
    const by = answer.moves?.[0];
    const touch = by === undefined ? undefined : app.look.touches?.[app.look.moves?.indexOf(by) ?? -1];
    const words = this.#degree(answer, by, touch);
    say("status", words, answer.outcome === "unsolvable" ? "bad" : "");
    announce(words);
    if (answer.outcome === "unsolvable" && this.degree > 1) app.reasons.show(answer);
  }

  /** @param {Response} answer @param {string | undefined} by @param {import("./types.js").Touch | undefined} touch */
  #degree(answer, by, touch) {
    const { app, degree } = this;
    if (answer.outcome === "unsolvable") return degree === 1 ? "No: from here it cannot be solved any more. Undo, or ask again for the reason." : "From here it cannot be solved.";
    const isWay = answer.length !== undefined;
    if (degree === 1) return isWay ? "Yes, it can still be solved from here." : `Not known yet: ${left(answer, app.metric)}.`;
    if (degree === 2 || by === undefined) return `${left(answer, app.metric)}.`;
    if (degree === 3) {
      app.board.point(touch, false);
      const scene = app.look?.scene;
      const shape = scene?.shapes.find((other) => other.id === touch?.shape);
      const isNamed = shape && scene?.form === "block" && /\w/.test(shape.label) && shape.label.length < 4;
      return `Look at ${isNamed ? `piece ${shape.label}` : scene && touch ? nameOf(scene, touch.way[0]) : by}.`;
    }
    if (degree === 4) {
      app.board.point(touch, true);
      return isWay ? `The move: ${by}.` : `What looks best: ${by}. Whether it leads to the end is not known.`;
    }
    app.play(by);
    return `Played: ${by}.`;
  }

  /** What is known now: a search without an answer does not make a way forgotten that a hint knew. @param {Response} answer */
  #merged(answer) {
    const before = this.#known?.at === this.#where ? this.#known.answer : undefined;
    const isOpen = answer.length === undefined && answer.outcome !== "unsolvable" && !answer.fault;
    if (!isOpen || !before?.moves) return answer;
    return { ...before, at_least: Math.max(before.at_least ?? 0, answer.at_least ?? 0) };
  }

  /** The fewest moves from here, with progress, and the way back out. */
  async solve() {
    const { app } = this;
    if (!app.look || app.look.fault || app.look.is_goal) return;
    this.stop();
    const mine = (this.#now = new AbortController());
    button("cancel").hidden = false;
    button("solve").disabled = true;
    say("status", "searching…");
    const progress = (/** @type {import("./types.js").Progress} */ sign) =>
      say("status", sign.waiting ? "waiting for a turn…" : `searching: depth ${sign.depth}, ${short(sign.positions || sign.generated)} positions…`);
    /** @type {Response | undefined} */
    let answer;
    try {
      answer = await app.engine.ask({ ask: "solve", ...app.game.session, milliseconds: app.engine.longest }, { signal: mine.signal, progress });
    } catch (error) {
      if (this.#now === mine || !this.#now) say("status", isAbort(error) ? "Cancelled." : String(error), isAbort(error) ? "" : "bad");
      if (this.#now === mine) this.stop();
      return;
    }
    if (this.#now !== mine) return;
    this.stop();
    const known = this.#merged(answer);
    this.#known = { at: this.#where, answer: known };
    this.#tally(known);
    const words = this.#outcome(answer);
    if (answer.moves?.length) {
      app.game.continueWith(answer.moves);
      await app.refresh();
    }
    say("status", words, answer.outcome === "solved" ? "good" : answer.outcome === "unsolvable" ? "bad" : "");
    announce(words);
    app.reasons.show(answer);
  }

  /** @param {Response} answer */
  #outcome(answer) {
    const { metric } = this.app;
    if (answer.fault) return answer.fault.what;
    if (answer.outcome === "unsolvable") return "There is no solution.";
    if (answer.length === undefined) return `Not solved: at least ${count(answer.at_least ?? 0, metric)}${answer.limit ? `; the limit of ${answer.limit} was met` : ""}.`;
    const unlisted = answer.length && !answer.moves?.length ? " They are too many to be listed here." : "";
    const proven = answer.optimal ? ", and no fewer are possible." : `; at least ${answer.at_least ?? 0} are needed.`;
    return `${count(answer.length, metric)}${proven}${unlisted}`;
  }
}

/** @param {Response} answer @param {{ id: string, one: string } | undefined} metric */
function left(answer, metric) {
  if (answer.outcome === "unsolvable") return "no solution from here";
  if (answer.length === undefined) return `at least ${count(answer.at_least ?? 0, metric)} from here`;
  if (answer.optimal) return `${answer.length} left at best`;
  return `at least ${answer.at_least ?? 0}, best known ${answer.length} from here`;
}

/** @param {number} number */
const short = (number) => (number < 10_000 ? String(number) : number < 1e6 ? `${Math.round(number / 1e3)} thousand` : `${(number / 1e6).toFixed(1)} million`);

/** Ignores errors of cancelled requests. @param {unknown} error */
function quiet(error) {
  if (!isAbort(error)) say("status", String(error), "bad");
  return undefined;
}

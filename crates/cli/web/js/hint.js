// Hints in three: where to look, which move, why. In a dead end: how far back.

import { nameOf } from "./geometry.js";
import { announce, box, button, isAbort, offer, say } from "./page.js";
import { accountOf } from "./reasons.js";
import { plain, t, units } from "./words.js";

/** @typedef {import("./types.js").Response} Response */
/** @typedef {import("./types.js").Touch} Touch */

/** Other moves that a reason looks at, and for how long each. */
const [OTHERS, GLANCE] = [8, 120];

export class Hints {
  degree = 0;
  #number = 0;

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    button("hint").addEventListener("click", () => this.hint());
    app.parts.push({ show: () => this.#moved() });
  }

  #moved() {
    this.degree = 0;
    this.#number++;
    const { look } = this.app;
    button("hint").disabled = !look || Boolean(look.fault) || Boolean(look.is_goal);
    button("hint").textContent = t("hint");
  }

  /** One degree more. */
  async hint() {
    const { app } = this;
    if (!app.look || app.look.fault || app.look.is_goal) return;
    const number = this.#number;
    if (this.degree === 0) say("status", t("thinking"));
    let answer;
    try {
      answer = await app.knowledge.ask();
    } catch (error) {
      return say("status", isAbort(error) ? "" : words(error), isAbort(error) ? "" : "bad");
    }
    if (number !== this.#number) return;
    if (answer.fault) return say("status", plain(answer.fault), "bad");
    if (answer.outcome === "unsolvable") return deadEnd(app, answer);
    app.showNumbers();
    const by = answer.moves?.[0];
    if (by === undefined) return this.#tell(t("no-hint"));
    this.degree++;
    const touch = app.look.touches?.[app.look.moves?.indexOf(by) ?? -1];
    const scene = app.look.scene;
    const isWay = answer.length !== undefined;
    if (this.degree === 1) {
      app.board.point(touch, false);
      this.#next("hint-move");
      return this.#tell(scene && touch ? t("look-at", { what: target(scene, touch) }) : t("the-move", { move: by }));
    }
    if (this.degree === 2) {
      app.board.point(touch, true);
      this.#next("hint-why");
      return this.#tell(t(isWay ? "the-move" : "best-looking", { move: by }));
    }
    if (this.degree === 3) {
      this.#next("hint-play");
      say("status", t("thinking"));
      const why = await this.#why(answer, by, touch).catch((error) => (isAbort(error) ? undefined : words(error)));
      if (number === this.#number && why) this.#tell(why);
      return;
    }
    app.play(by);
  }

  /** What the button does next. @param {string} key */
  #next(key) {
    button("hint").textContent = t(key);
  }

  /** @param {string} text */
  #tell(text) {
    say("status", text);
    announce(text);
  }

  /** What the move frees, and what the other moves cost. @param {Response} answer @param {string} by @param {Touch | undefined} touch */
  async #why(answer, by, touch) {
    const { engine, game, look, metric } = this.app;
    const [moves, cursor] = [game.moves.slice(0, game.cursor), game.cursor];
    const after = (/** @type {string} */ by) => ({ puzzle: game.puzzle, moves: [...moves, by], cursor: cursor + 1 });
    const parts = [];
    const scene = look?.scene;
    if (scene?.form === "light" && answer.length !== undefined) parts.push(t("why-lights", { moves: units(answer.length, metric?.id) }));
    const then = await engine.ask({ ask: "look", ...after(by) });
    const freed = scene?.form === "block" ? newlyFree(look?.touches ?? [], then.touches ?? [], touch?.shape) : [];
    const names = freed.map((id) => then.scene?.shapes.find((shape) => shape.id === id)?.label ?? "").filter(Boolean);
    if (names.length) parts.push(t("why-frees", { what: names.slice(0, 4).join(", ") }));
    if (then.is_goal) parts.push(t("why-last"));
    else if (answer.optimal && answer.length !== undefined) parts.push(t("why-left", { moves: units(answer.length - 1, metric?.id) }));
    if (answer.optimal && answer.length !== undefined && scene?.form !== "light") {
      const others = (look?.moves ?? []).filter((other) => other !== by);
      const asked = others.slice(0, OTHERS);
      let [asGood, dead, least] = [0, 0, Infinity];
      let known = 0;
      for (const other of asked) {
        const found = await engine.ask({ ask: "hint", ...after(other), milliseconds: GLANCE });
        if (found.outcome === "unsolvable") dead++;
        else if (found.optimal && found.length !== undefined) {
          if (found.length < answer.length) asGood++;
          else least = Math.min(least, found.length + 1 - answer.length);
        } else if ((found.at_least ?? 0) < answer.length) continue;
        known++;
      }
      if (known === asked.length && asked.length === others.length && others.length) {
        if (asGood === 0) parts.push(least === Infinity ? t("why-only-way") : t("why-only", { n: least }));
        else parts.push(t("why-as-good", { n: asGood }));
      }
      if (dead) parts.push(t("why-dead", { n: dead }));
    }
    const bound = answer.optimal ? accountOf(answer.reasons?.[0]?.reason?.account, metric?.id) : "";
    if (bound) parts.push(bound);
    if (!answer.optimal) parts.push(t("why-unknown", { n: answer.at_least ?? 0 }));
    return parts.join(" ");
  }
}

/** What a hint points at: a piece by its label, or a place. @param {import("./types.js").Scene} scene @param {Touch} touch */
function target(scene, touch) {
  const shape = scene.shapes.find((other) => other.id === touch.shape);
  const isNamed = shape && scene.form === "block" && /\w/.test(shape.label) && shape.label.length < 4;
  return isNamed ? shape.label : nameOf(scene, touch.way[0]);
}

/** Shapes that can move after a move and could not before, or could only in fewer ways. @param {Touch[]} before @param {Touch[]} after @param {number | undefined} but */
function newlyFree(before, after, but) {
  const ids = new Set(before.map((touch) => touch.shape));
  return [...new Set(after.map((touch) => touch.shape))].filter((id) => id !== undefined && id !== but && !ids.has(id));
}

/** An error in words. @param {unknown} error */
export const words = (error) => (error instanceof Error ? error.message : String(error));

/** Says how far back the last position with a solution is, and offers to go there. @param {import("./app.js").App} app @param {Response} answer */
export async function deadEnd(app, answer) {
  const { game, knowledge } = app;
  const [number, cursor] = [game.number, game.cursor];
  app.showNumbers();
  const isHere = () => game.number === number && game.cursor === cursor;
  const why = () => offer("why-button", t("why"), () => app.reasons.show(answer));
  if (cursor === 0) {
    say("status", t("no-solution"), "bad");
    announce(t("no-solution"));
    box("offers").replaceChildren(...(answer.reasons?.length ? [why()] : []));
    return;
  }
  const start = await knowledge.find(0).catch(() => undefined);
  if (!isHere() || !start) return;
  if (start.outcome === "unsolvable") {
    say("status", t("no-solution-at-all"), "bad");
    announce(t("no-solution-at-all"));
    box("offers").replaceChildren(offer("why-button", t("why"), () => app.reasons.show(start)));
    return;
  }
  // Every position after a dead end is one, so the first is found by halving.
  let [good, bad] = [0, cursor];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    const there = await knowledge.find(middle).catch(() => undefined);
    if (!isHere()) return;
    if (there?.outcome === "unsolvable") bad = middle;
    else good = middle;
  }
  const back = cursor - good;
  const words = t("dead-end", { n: back });
  say("status", words, "bad");
  announce(words);
  box("offers").replaceChildren(offer("take-back", t("take-back", { n: back }), () => app.go(good)), ...(answer.reasons?.length ? [why()] : []));
  app.showNumbers();
}

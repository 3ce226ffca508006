// The fewest moves from here, with progress; then the moves are a film.

import { announce, box, button, isAbort, say } from "./page.js";
import { deadEnd, words } from "./hint.js";
import { plain, t, units } from "./words.js";

/** @typedef {import("./types.js").Response} Response */
/** @typedef {import("./engine.js").Progress} Progress */

export class Solver {
  /** @type {AbortController | undefined} */
  #now;

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    button("solve").addEventListener("click", () => this.solve());
    button("cancel").addEventListener("click", () => this.cancel());
    app.parts.push({ show: () => this.#moved() });
  }

  #moved() {
    this.stop();
    const { look } = this.app;
    button("solve").disabled = !look || Boolean(look.fault) || Boolean(look.is_goal);
  }

  /** Ends the search on request. */
  cancel() {
    if (!this.#now) return;
    this.stop();
    say("status", t("cancelled"));
    announce(t("cancelled"));
    button("solve").focus();
  }

  stop() {
    this.#now?.abort(new DOMException("not wanted any more", "AbortError"));
    this.#now = undefined;
    button("cancel").hidden = true;
    button("solve").hidden = false;
  }

  async solve() {
    const { app } = this;
    const { game, knowledge } = app;
    if (!app.look || app.look.fault || app.look.is_goal) return;
    this.stop();
    knowledge.stop();
    const mine = (this.#now = new AbortController());
    const hadFocus = document.activeElement === button("solve");
    button("cancel").hidden = false;
    button("solve").hidden = true;
    if (hadFocus) button("cancel").focus();
    announce(t("searching"));
    const sign = signs((text) => this.#now === mine && say("status", text));
    const [cursor, moves] = [game.cursor, game.moves];
    /** @type {Response | undefined} */
    let answer;
    try {
      answer = await app.engine.ask({ ask: "solve", ...game.session, milliseconds: app.engine.longest }, { signal: mine.signal, progress: sign.progress });
    } catch (error) {
      if (this.#now === mine) {
        this.stop();
        if (!isAbort(error)) say("status", words(error), "bad");
      }
      return;
    } finally {
      sign.end();
    }
    if (this.#now !== mine) return;
    const hasFocus = document.activeElement === button("cancel");
    this.stop();
    if (hasFocus) button("solve").focus();
    knowledge.note(cursor, moves, answer);
    if (answer.outcome === "unsolvable") {
      await deadEnd(app, answer);
      return app.reasons.show(answer);
    }
    const text = this.#outcome(answer);
    if (answer.moves?.length) {
      game.continueWith(answer.moves);
      game.hasFilm = true;
      await app.refresh();
    }
    app.showNumbers();
    say("status", text, answer.outcome === "solved" ? "good" : "");
    announce(text);
    app.reasons.show(answer);
    box("timeline").scrollIntoView({ block: "nearest" });
  }

  /** @param {Response} answer */
  #outcome(answer) {
    const metric = this.app.metric?.id;
    if (answer.fault) return plain(answer.fault);
    if (answer.length === undefined) return t("not-solved", { moves: units(answer.at_least ?? 0, metric) }) + (answer.limit ? ` ${t(`limit-${answer.limit}`)}` : "");
    const unlisted = answer.length && !answer.moves?.length ? ` ${t("unlisted")}` : "";
    const moves = units(answer.length, metric);
    return (answer.optimal ? t("proven", { moves }) : t("not-proven", { moves, n: answer.at_least ?? 0 })) + unlisted;
  }
}

/**
 * Progress in words, with the time so far. Counts of a phase are added to those before it, so what is shown never goes back.
 * @param {(text: string) => void} tell
 */
export function signs(tell) {
  const begin = performance.now();
  let [before, last, depth, phase, waits] = [0, 0, 0, 1, 0];
  const show = () => {
    const seconds = Math.round((performance.now() - begin) / 1000);
    if (waits) return tell(t("waiting", { n: waits, seconds }));
    const done = before + last;
    tell(done ? t(depth ? "progress" : "progress-flat", { seconds, positions: short(done), depth, phase }) : t("progress-start", { seconds }));
  };
  show();
  const timer = setInterval(show, 1000);
  const progress = (/** @type {Progress} */ sign) => {
    // The queue counts this request too.
    waits = Math.max(0, (sign.waiting ?? 0) - 1);
    const now = Math.max(sign.positions ?? 0, sign.generated ?? 0);
    if (now < last) {
      before += last;
      phase++;
    }
    last = now;
    depth = Math.max(depth, sign.depth ?? 0);
    show();
  };
  return { progress, end: () => clearInterval(timer) };
}

/** @param {number} number */
const short = (number) => (number < 10_000 ? String(number) : number < 1e6 ? t("thousand", { n: Math.round(number / 1e3) }) : t("million", { n: (number / 1e6).toFixed(1) }));

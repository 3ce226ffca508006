// What is known about the positions of the game: the moves left, or bounds. A quick question about
// the position, the start and the position before it; a solve adds what it found.

import { isAbort } from "./page.js";

/** @typedef {import("./types.js").Response} Response */

/** How long the fewest are looked for. A fallback that names a move must fit into the same second. */
const PATIENCE = 350;
const TRIES = 4;

export class Knowledge {
  /** @type {Map<string, Response>} */
  #known = new Map();
  /** The question that is being asked. @type {{ at: string, answer: Promise<Response>, stop: AbortController } | undefined} */
  #pending;
  #game = -1;

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** The name of the position after `cursor` moves. @param {number} cursor */
  #key(cursor) {
    const { game } = this.app;
    if (this.#game !== game.number) [this.#game, this.#known] = [game.number, new Map()];
    return game.moves.slice(0, cursor).join("\n");
  }

  /** What is known after `cursor` moves. @param {number} [cursor] @returns {Response | undefined} */
  at(cursor = this.app.game.cursor) {
    return this.#known.get(this.#key(cursor));
  }

  /** Notes what a solve found: about its position, and about every position on its way. @param {number} cursor @param {string[]} moves of the game up to there @param {Response} answer */
  note(cursor, moves, answer) {
    this.#key(0);
    const key = moves.slice(0, cursor).join("\n");
    this.#known.set(key, merged(this.#known.get(key), answer));
    if (answer.length === undefined || !answer.optimal || !answer.moves) return;
    answer.moves.forEach((by, done) => {
      const left = /** @type {number} */ (answer.length) - done - 1;
      const next = answer.moves?.slice(done + 1, done + 2);
      this.#known.set([...moves.slice(0, cursor), ...(answer.moves ?? []).slice(0, done + 1)].join("\n"), { outcome: "done", length: left, optimal: true, at_least: left, moves: next });
    });
  }

  /** Asks about a position, unless it is known. A second question about the same position waits for the same answer. @param {number} [cursor] @returns {Promise<Response>} */
  ask(cursor = this.app.game.cursor) {
    const key = this.#key(cursor);
    const known = this.#known.get(key);
    // On a machine that was busy no move may have been found in time: the next question may find one.
    if (known && (known.moves?.length || known.optimal || known.outcome === "unsolvable")) return Promise.resolve(known);
    const at = `${this.#game} ${key}`;
    if (this.#pending?.at === at) return this.#pending.answer;
    this.stop();
    const stop = new AbortController();
    const known_ = this.#known;
    const { engine, game } = this.app;
    const answer = engine.ask({ ask: "hint", ...game.session, cursor, milliseconds: PATIENCE }, { signal: stop.signal }).then((answer) => {
      known_.set(key, merged(known_.get(key), answer));
      return answer;
    });
    this.#pending = { at, answer, stop };
    const done = () => this.#pending?.answer === answer && (this.#pending = undefined);
    answer.then(done, done);
    return answer;
  }

  /** Asks about a position beside the question that is being asked, and again if a worker was ended meanwhile. @param {number} cursor @returns {Promise<Response>} */
  async find(cursor) {
    const key = this.#key(cursor);
    const known = this.#known;
    const { engine, game } = this.app;
    const session = game.session;
    for (let tries = 1; ; tries++) {
      const found = known.get(key);
      if (found) return found;
      try {
        const answer = await engine.ask({ ask: "hint", ...session, cursor, milliseconds: PATIENCE });
        known.set(key, answer);
        return answer;
      } catch (error) {
        if (!isAbort(error) || tries === TRIES) throw error;
      }
    }
  }

  stop() {
    this.#pending?.stop.abort(new DOMException("not wanted any more", "AbortError"));
    this.#pending = undefined;
  }

  /** Asks about the position, then the start and the one before it; `tell` is called after each answer. @param {() => void} tell */
  async follow(tell) {
    const { game } = this.app;
    const [number, cursor] = [game.number, game.cursor];
    for (const wanted of [cursor, 0, cursor - 1]) {
      if (wanted < 0) continue;
      if (game.number !== number || game.cursor !== cursor) return;
      try {
        await this.ask(wanted);
      } catch (error) {
        if (!isAbort(error)) throw error;
        return;
      }
      if (game.number === number && game.cursor === cursor) tell();
    }
  }

  /** What the last move cost: 0 on a shortest way, Infinity into a dead end; undefined if it is not known. @param {number} [cursor] */
  cost(cursor = this.app.game.cursor) {
    if (cursor === 0) return undefined;
    const [before, after] = [this.at(cursor - 1), this.at(cursor)];
    if (!before || !after || before.outcome === "unsolvable" || !before.optimal) return undefined;
    if (after.outcome === "unsolvable") return Infinity;
    return after.optimal && after.length !== undefined && before.length !== undefined ? 1 + after.length - before.length : undefined;
  }
}

/** A search without an answer does not make a way forgotten that was known. @param {Response | undefined} before @param {Response} answer @returns {Response} */
function merged(before, answer) {
  const isOpen = answer.length === undefined && answer.outcome !== "unsolvable" && !answer.fault;
  if (!before?.moves || !isOpen) return answer;
  return { ...before, at_least: Math.max(before.at_least ?? 0, answer.at_least ?? 0) };
}

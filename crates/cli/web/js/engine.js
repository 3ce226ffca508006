// Chooses the engine: the server that sent the page, or the library in a worker.

import { Server } from "./server.js";
import { Workers } from "./workers.js";

/** @typedef {import("./types.js").Request} Request */
/** @typedef {import("./types.js").Response} Response */
/** A sign of life: what the engine counts, and how many requests wait at a server. @typedef {Partial<import("./types.js").Progress> & { waiting?: number }} Progress */
/** @typedef {{ signal?: AbortSignal, progress?: (sign: Progress) => void }} Options */
/**
 * The part that answers requests: the server, or the library in a worker. `ask` rejects with an `AbortError` when its signal says so.
 * @typedef {object} Engine
 * @property {boolean} isServer whether it is a server, which may be out of reach
 * @property {(isGone: boolean) => void} [onGone]
 * @property {number} longest milliseconds that a solve may take
 * @property {(request: Request, options?: Options) => Promise<Response>} ask
 */

/** @returns {Promise<Engine>} */
export async function connect() {
  const answer = await fetch("engine.json");
  const { engine, milliseconds } = await answer.json();
  return engine === "server" ? new Server(milliseconds) : Workers.start();
}

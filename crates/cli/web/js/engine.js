// Chooses the engine: the server that sent the page, or the library in a worker.

import { Server } from "./server.js";
import { Workers } from "./workers.js";

/** @returns {Promise<import("./types.js").Engine>} */
export async function connect() {
  const answer = await fetch("engine.json");
  const { engine, milliseconds } = await answer.json();
  return engine === "server" ? new Server(milliseconds) : Workers.start();
}

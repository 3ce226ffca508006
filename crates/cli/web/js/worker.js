// The library in a worker, which provides the clock.

import { ask } from "./library.js";

/** @typedef {import("./library.js").Library} Library */

const SIGN_PACE = 200;
// What a fallback may take after the time is up, in milliseconds.
const OVERTIME = 150;

/** @type {Promise<WebAssembly.Instance>} */
let instance;
let [deadline, nextSign, current] = [Infinity, 0, 0];

/**
 * Called by the library every now and then; anything but 0 ends the work.
 * @param {number} depth
 * @param {number} positions
 * @param {number} generated
 */
function poll(depth, positions, generated) {
  const now = performance.now();
  if (now >= nextSign) {
    nextSign = now + SIGN_PACE;
    postMessage({ id: current, progress: { depth, positions, generated } });
  }
  return now < deadline ? 0 : now < deadline + OVERTIME ? 1 : 2;
}

self.onmessage = async ({ data }) => {
  if (data.module) {
    instance = WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (data.module), { host: { poll } });
    return;
  }
  const { exports } = await instance;
  const library = /** @type {Library} */ (/** @type {unknown} */ (exports));
  current = data.id;
  const now = performance.now();
  [deadline, nextSign] = [now + (data.request.milliseconds ?? Infinity), now + SIGN_PACE];
  try {
    const response = ask(library, data.request);
    postMessage({ id: data.id, response, bytes: library.memory.buffer.byteLength });
  } catch (error) {
    // An exception of an asynchronous function would be lost.
    postMessage({ id: data.id, failure: String(error) });
  }
};

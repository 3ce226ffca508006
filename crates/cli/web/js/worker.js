// The library in a worker: three exports, JSON in and out of linear memory. The worker has the clock.

const SIGN_PACE = 200;

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
  return now >= deadline ? 1 : 0;
}

/** @typedef {{ memory: WebAssembly.Memory, alloc: (length: number) => number, call: (at: number, length: number) => bigint, free: (at: number, length: number) => void }} Library */

/**
 * @param {Library} library
 * @param {object} request
 */
function ask({ memory, alloc, call, free }, request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const at = alloc(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const packed = BigInt.asUintN(64, call(at, bytes.length));
  const [pointer, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  // The memory may have grown during the call, so the view is made anew.
  const response = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, pointer, length)));
  free(at, bytes.length);
  free(pointer, length);
  return response;
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
  const response = ask(library, data.request);
  postMessage({ id: data.id, response, bytes: library.memory.buffer.byteLength });
};

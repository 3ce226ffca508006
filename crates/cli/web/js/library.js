// The library's three exports: JSON in and out of linear memory.

/** @typedef {{ memory: WebAssembly.Memory, alloc: (length: number) => number, call: (at: number, length: number) => bigint, free: (at: number, length: number) => void }} Library */

/**
 * @param {Library} library
 * @param {object} request
 */
export function ask({ memory, alloc, call, free }, request) {
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

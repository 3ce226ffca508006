// The checker of proofs as WebAssembly: its three exports.

/** @typedef {{ memory: WebAssembly.Memory, alloc: (length: number) => number, check: (puzzle: number, puzzleLength: number, proof: number, proofLength: number) => bigint, free: (at: number, length: number) => void }} Checker */

/**
 * Checks a proof of a puzzle, both as bytes. `tell` is told how many positions have been checked, and
 * of how many; 0 if that is not known.
 * @param {WebAssembly.Module} module
 * @param {Uint8Array} puzzle
 * @param {Uint8Array} proof
 * @param {(checked: number, total: number) => void} tell
 * @returns {Promise<{ accepted: boolean, said: string }>}
 */
export async function check(module, puzzle, proof, tell) {
  const progress = (/** @type {number} */ checked, /** @type {number} */ total) => {
    tell(checked, total);
    return 0;
  };
  const instance = await WebAssembly.instantiate(module, { host: { progress } });
  const checker = /** @type {Checker} */ (/** @type {unknown} */ (instance.exports));
  const [first, second] = [puzzle, proof].map((bytes) => {
    const at = checker.alloc(bytes.length);
    new Uint8Array(checker.memory.buffer, at, bytes.length).set(bytes);
    return at;
  });
  const packed = BigInt.asUintN(64, checker.check(first, puzzle.length, second, proof.length));
  const [at, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  // The memory may have grown during the check, so the view is made anew.
  const verdict = new TextDecoder().decode(new Uint8Array(checker.memory.buffer, at, length));
  return { accepted: verdict.startsWith("+"), said: verdict.slice(1) };
}

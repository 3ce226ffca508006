// The checker in a worker.

import { check } from "./verifier.js";

const PACE = 100;

self.onmessage = async ({ data: [puzzle, proof] }) => {
  let next = 0;
  const module = await WebAssembly.compileStreaming(fetch(new URL("../verify.wasm", import.meta.url)));
  const { said } = await check(module, puzzle, proof, (checked, total) => {
    const now = performance.now();
    if (now >= next) {
      next = now + PACE;
      postMessage({ checked, total });
    }
  });
  postMessage({ said });
};

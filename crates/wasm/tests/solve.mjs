// Solves the example of the sliding-block course in Node through the three exports, as a page would do it.
// Run by `cargo xtask test wasm`: node solve.mjs MODULE.wasm
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

let polls = 0;
let patience = Infinity;
const host = { poll: () => (++polls > patience ? 1 : 0) };
const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), { host });
const { alloc, call, free, memory } = instance.exports;

function ask(request) {
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

const text = `4 4
3 1 2 1 b
1 1 1 1 b
1 2 1 1 b
2 1 1 1 b
2 3 2 1 b
3 3 1 2 b
4 1 2 1 b
4 4 1 1 b
`;
const puzzle = { sources: [{ name: "example", bytes: text }] };

const solved = ask({ ask: "solve", puzzle });
assert.equal(solved.outcome, "solved");
assert.equal(solved.length, 5);
assert.equal(solved.optimal, true);
assert.equal(solved.moves.length, 5);

const looked = ask({ ask: "look", puzzle, moves: solved.moves });
assert.equal(looked.is_goal, true, "the moves, played, solve the puzzle");

assert.equal(looked.touches.length, looked.moves.length, "hands can make every move");

const { families } = ask({ ask: "list" });
const klotski = families.flatMap((family) => family.examples).find((example) => example.name === "klotski");
patience = 3;
polls = 0;
const stopped = ask({ ask: "solve", puzzle: { sources: [{ name: "klotski", bytes: klotski.text }] } });
assert.equal(stopped.limit, "time", "the page's clock ends the work");
patience = Infinity;

const nonsense = ask({ ask: "sing", puzzle });
assert.equal(nonsense.outcome, "error");

console.log(`solved in ${solved.length} ${solved.metric}: ${solved.moves.join(", ")}`);

// Solves the example of the sliding-block course in Node through the three exports, as a page would do it.
// Run by `cargo xtask test wasm`: node solve.mjs MODULE.wasm
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

let polls = 0;
let patience = Infinity;
const host = { poll: () => (++polls > patience ? 1 : 0) };
const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), { host });
// As the page does it; a module of the page is no module of Node's by its name.
const page = await readFile(new URL("../../cli/web/js/library.js", import.meta.url), "utf8");
const library = await import(`data:text/javascript,${encodeURIComponent(page)}`);
const ask = (request) => library.ask(instance.exports, request);

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

// Every example in every metric, for a limited number of polls: 32-bit words must not break what works with 64.
for (const family of families) {
  for (const { name, text: bytes } of [...family.examples, ...(family.id === "pegs" ? [{ name: "english", text: "english\n" }] : [])]) {
    for (const metric of family.metrics) {
      for (const question of ["solve", "hint"]) {
        [polls, patience] = [0, 200];
        const answer = ask({ ask: question, puzzle: { sources: [{ name, bytes }], as: family.id, metric: metric.id ?? metric } });
        assert.ok(answer.outcome !== "error", `${question} ${name}: ${JSON.stringify(answer.fault)}`);
      }
    }
  }
}
patience = Infinity;

const listed = ask({ ask: "solve", puzzle, all: 3 });
assert.equal(listed.outcome, "error", "what the module leaves out is said");
const judged = ask({ ask: { check: { answer: "1 up" } }, puzzle });
assert.equal(judged.outcome, "error");

const nonsense = ask({ ask: "sing", puzzle });
assert.equal(nonsense.outcome, "error");

console.log(`solved in ${solved.length} ${solved.metric}: ${solved.moves.join(", ")}`);

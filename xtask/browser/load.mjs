// Many clients at once on `fewest serve`: node load.mjs SECONDS CLIENTS
// Easy and hard work mixed, some clients leave in the middle. No answer may be wrong, none a 5xx, and memory keeps its bound.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ENDLESS, program } from "./stage.mjs";

const [seconds, clients] = process.argv.slice(2).map(Number);
const MEMORY = 1 << 30;
const server = await program("--log", "none", "--memory", "1G", "--time", "5s", "--queue", "32");
const headers = { "content-type": "application/json" };
const post = (path, request, signal) => fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(request), signal });
const { families } = await (await post("api/ask", { ask: "list" })).json();
const examples = families.flatMap((family) => family.examples.map((example) => ({ ...example, family: family.id, metric: family.metrics[0].id })));
const puzzleOf = (example) => ({ sources: [{ name: example.name, bytes: example.text }], as: `${example.family}:${example.format}` });
const endless = { sources: [{ name: "endless", bytes: ENDLESS }], as: "tiles" };

const counts = { looks: 0, hints: 0, solves: 0, proven: 0, jobs: 0, left: 0, busy: 0, stopped: 0 };
const waits = { looks: [], hints: [] };
let largest = 0;
const wrong = [];
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const resident = () => 1024 * Number(readFileSync(`/proc/${server.pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]);

async function answered(answer) {
  if (answer.status === 429) {
    assert.ok(Number(answer.headers.get("retry-after")) > 0);
    counts.busy++;
    await answer.text();
    return undefined;
  }
  if (answer.status !== 200) wrong.push(`status ${answer.status}`);
  return answer.json();
}

async function look() {
  const example = pick(examples);
  const begin = performance.now();
  const response = await answered(await post("api/ask", { ask: "look", puzzle: puzzleOf(example) }));
  waits.looks.push(performance.now() - begin);
  counts.looks++;
  if (response && (response.outcome !== "done" || response.family !== example.family)) wrong.push(`${example.name}: ${JSON.stringify(response).slice(0, 200)}`);
}

async function hint() {
  const puzzle = pick([endless, puzzleOf(pick(examples))]);
  const begin = performance.now();
  const response = await answered(await post("api/ask", { ask: "hint", puzzle, milliseconds: 400 }));
  if (!response) return;
  waits.hints.push(performance.now() - begin);
  counts.hints++;
  if (response.outcome !== "unsolvable" && response.moves?.length !== 1) wrong.push(`a hint without a move: ${JSON.stringify(response).slice(0, 200)}`);
}

async function solve() {
  const example = pick(examples);
  const response = await answered(await post("api/ask", { ask: "solve", puzzle: puzzleOf(example), milliseconds: 800 }));
  if (!response) return;
  counts.solves++;
  const { outcome, length, optimal, at_least: least } = response;
  if (outcome === "stopped" || (outcome === "solved" && !optimal)) {
    counts.stopped++;
    if (example.fewest !== null && (least ?? 0) > example.fewest) wrong.push(`${example.name}: at least ${least}`);
  } else {
    counts.proven++;
    if (outcome === "solved" ? length !== example.fewest : outcome !== "unsolvable" || example.fewest !== null) wrong.push(`${example.name}: ${outcome} ${length}`);
  }
}

async function job() {
  const leave = new AbortController();
  counts.jobs++;
  try {
    const answer = await post("api/jobs", { ask: "solve", puzzle: endless }, leave.signal);
    if (answer.status !== 200) return void (await answered(answer));
    setTimeout(() => leave.abort(), 200 + 1500 * Math.random());
    for await (const part of answer.body) void part;
  } catch (error) {
    if (error.name !== "AbortError") throw error;
    counts.left++;
  }
}

const end = performance.now() + 1000 * seconds;
const watch = setInterval(() => (largest = Math.max(largest, resident())), 100);
async function client(number) {
  while (performance.now() < end) {
    await pick(number % 4 === 0 ? [job] : [look, look, look, solve, hint])();
    await new Promise((resolve) => setTimeout(resolve, 200 * Math.random()));
  }
}
await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
clearInterval(watch);
/** How long some took, in words. @param {number[]} list */
function took(list) {
  list.sort((one, other) => one - other);
  const share = (part) => `${list[Math.min(list.length - 1, Math.floor(part * list.length))].toFixed(0)} ms`;
  return `half within ${share(0.5)}, 95 % within ${share(0.95)}, all within ${share(1)}`;
}
console.log(`${clients} clients, ${seconds} s: ${JSON.stringify(counts)}`);
console.log(`looks: ${took(waits.looks)}`);
console.log(`hints: ${took(waits.hints)}`);
console.log(`memory at most ${(largest / 2 ** 20).toFixed(0)} MiB`);
assert.deepEqual(wrong, []);
assert.ok(counts.looks > 0 && counts.hints > 0 && counts.proven > 0 && counts.left > 0, "every kind of work was done");
assert.ok(largest <= MEMORY, `memory ${largest}`);
assert.equal(await server.end(), 0);

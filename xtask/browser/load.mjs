// Many clients at once on `fewest serve`: node load.mjs SECONDS CLIENTS Easy and hard work mixed,
// some clients leave in the middle. No answer may be wrong, none a 5xx, and memory keeps its bound.
// How long each kind of request took is a table, and a line says whether the cheap ones stayed
// quick; with FEWEST_QUIET=1 they must.
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
const waits = { looks: [], hints: [], solves: [], jobs: [] };
/** What is quick: a look at a board, at the mean and for 99 of 100, in milliseconds. */
const QUICK = { mean: 250, most: 1000 };
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
  const begin = performance.now();
  const response = await answered(await post("api/ask", { ask: "solve", puzzle: puzzleOf(example), milliseconds: 800 }));
  if (!response) return;
  waits.solves.push(performance.now() - begin);
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
  const begin = performance.now();
  try {
    const answer = await post("api/jobs", { ask: "solve", puzzle: endless }, leave.signal);
    if (answer.status !== 200) return void (await answered(answer));
    waits.jobs.push(performance.now() - begin);
    setTimeout(() => leave.abort(), 200 + 1500 * Math.random());
    for await (const part of answer.body) void part;
  } catch (error) {
    if (error.name !== "AbortError") throw error;
    counts.left++;
  }
}

// The time of a lookup without other requests.
for (let time = 0; time < 30; time++) await look();
const alone = waits.looks.reduce((sum, wait) => sum + wait, 0) / waits.looks.length;
[waits.looks, counts.looks] = [[], 0];

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
/** How long some took. @param {number[]} list */
function took(list) {
  list.sort((one, other) => one - other);
  const share = (part) => list[Math.min(list.length - 1, Math.floor(part * list.length))] ?? NaN;
  return { number: list.length, mean: list.reduce((sum, wait) => sum + wait, 0) / list.length, half: share(0.5), "95 %": share(0.95), "99 %": share(0.99), all: share(1) };
}
const figures = Object.entries(waits).map(([kind, list]) => [kind, took(list)]);
console.log(`${clients} clients, ${seconds} s: ${JSON.stringify(counts)}`);
const row = (cells) => console.log(cells.map((cell, at) => (at ? String(cell).padStart(8) : String(cell).padEnd(6))).join(""));
row(["ms", ...Object.keys(figures[0][1])]);
for (const [kind, figure] of figures) row([kind, ...Object.values(figure).map((value) => value.toFixed(0))]);
const looks = took(waits.looks);
const isQuick = looks.mean <= QUICK.mean && looks["99 %"] <= QUICK.most;
console.log(`looks are cheap, and ${isQuick ? "stay quick" : "do not stay quick"}: ${looks.mean.toFixed(0)} ms at the mean, ${looks["99 %"].toFixed(0)} ms for 99 of 100 (quick is ${QUICK.mean} and ${QUICK.most}); ${alone.toFixed(0)} ms without other requests`);
console.log(`memory at most ${(largest / 2 ** 20).toFixed(0)} MiB`);
assert.deepEqual(wrong, []);
assert.ok(counts.looks > 0 && counts.hints > 0 && counts.proven > 0 && counts.left > 0, "every kind of work was done");
assert.ok(largest <= MEMORY, `memory ${largest}`);
// Machines that do other things at the same time only say what it took.
if (process.env.FEWEST_QUIET) assert.ok(isQuick, "cheap requests stay quick");
assert.equal(await server.end(), 0);

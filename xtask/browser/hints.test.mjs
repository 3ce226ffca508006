// Hints on a slow machine: within a second, for the hardest boards of every family, with both engines. Run by `cargo xtask test browser`.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { ENDLESS, open, raise, retell } from "./stage.mjs";

const SECOND = 1000;
/** What does not come by then does not come. */
const PATIENCE = 10 * 60 * SECOND;
const SLOWER = 4;
const text = (words, as) => `text=${encodeURIComponent(words)}&as=${as}`;
const TILES = text(ENDLESS, "tiles");
// More positions than fit into any memory, and a way that one sees at a glance; one that is long; and none that anybody could find.
const TRAY = text(tray(), "blocks:course");
const FULL = text(full(8, [[1, 4], [3, 2], [5, 6], [7, 1]]), "blocks:course");
const LONG = text(full(14, [[9, 9], [13, 2], [5, 11], [7, 1]]), "blocks:course");
const LARGE = text(tenRows(), "tiles");
const LIGHTS = text(`${"#".repeat(59)}\n`.repeat(59), "lights");
const HARD = [
  ["lights", "example=nine-all-on"],
  ["lights", LIGHTS],
  ["tiles", "example=eight-hardest"],
  ["tiles", TILES],
  ["tiles", LARGE],
  ["pegs", text("english\n", "pegs")],
  ["pegs", `${text("english\n", "pegs")}&metric=moves`],
  ["pegs", text("hex:5\nvacancy: a1\n", "pegs")],
  ["blocks", "example=klotski"],
  ["blocks", TRAY],
  ["blocks", FULL],
  ["blocks", LONG],
];

/** A tray of 12 x 12 with 60 pieces of all kinds. */
function tray() {
  const pieces = ["6 1 2 2 b"];
  for (let row = 1; row <= 12; row++) {
    for (let column = 1; column <= 12; column += 2) {
      if ((row + column) % 4 < 2 && !(row >= 5 && row <= 8 && column <= 3)) pieces.push(`${row} ${column} ${1 + ((row + column) % 2)} 1 b`);
    }
  }
  return `12 12\n${pieces.join("\n")}\n`;
}

/** Tiles on ten rows, each 33 cells before its place: 33 cycles of three tiles, an even permutation. */
function tenRows() {
  const cells = Array.from({ length: 100 }, (_, cell) => (cell < 99 ? ((cell + 33) % 99) + 1 : 0));
  return `10 10\n${cells.join(" ")}\n`;
}

/** A large piece among small ones on a square board with some empty cells. */
function full(side, empty) {
  const cells = Array.from({ length: side * side }, (_, cell) => [Math.floor(cell / side), cell % side]);
  const isSmall = ([row, column]) => (row > 1 || column > 1) && !empty.some(([other, across]) => other === row && across === column);
  return `${side} ${side}\n1 1 2 2 b\n${cells.filter(isSmall).map(([row, column]) => `${row + 1} ${column + 1} 1 1 b`).join("\n")}\n`;
}

let chrome, engines, lower;
before(async () => ({ chrome, engines, lower } = await raise()));
after(() => lower?.());

/**
 * A page on a slow machine, and what its milliseconds are worth. Chromium slows down pages, not their workers. There the clock runs
 * faster instead, and so does ours: whoever gets a quarter of the time needs four times as long.
 */
async function openSlowly(engine) {
  const { url } = engines[engine];
  if (engine === "server") {
    const opened = await open(chrome, url);
    const client = await opened.page.context().newCDPSession(opened.page);
    await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    return { ...opened, worth: 1 };
  }
  const haste = `{ const now = performance.now.bind(performance); performance.now = () => ${SLOWER} * now(); }\n`;
  // Imports come first.
  const hurry = (context) => retell(context, (script) => script.replace(/^(import .*\n)/m, `$1${haste}`));
  return { ...(await open(chrome, url, { serviceWorkers: "block" }, hurry)), worth: SLOWER };
}

for (const engine of ["server", "wasm"]) {
  // One after the other: what is measured is the answer, not the neighbour.
  describe(`hints of the engine ${engine}, ${SLOWER} times slower`, { concurrency: 1, timeout: PATIENCE }, () => {
    for (const [family, where] of HARD) {
      const name = `${family}: ${decodeURIComponent(where).replaceAll("\n", " ").slice(0, 30)}`;
      it(name, async () => {
        const { page, context, troubles, worth } = await openSlowly(engine);
        await page.uncheck("#live");
        await page.evaluate((where) => ((window.before = window.fewest.look), void (location.hash = where)), where);
        await page.waitForFunction((family) => window.fewest.look !== window.before && window.fewest.look.family === family, family);
        const took = await page.evaluate(async (worth) => {
          const begin = performance.now();
          await window.fewest.thinking.hint();
          return worth * (performance.now() - begin);
        }, worth);
        const tally = await page.textContent("#tally");
        console.log(`${engine}, ${name}: ${took.toFixed(0)} ms, ${tally}`);
        const isKnown = where !== LONG;
        assert.match(tally, isKnown ? /left at best|at least \d+, best known \d+/ : /at least \d+ slide/);
        for (const wanted of [/at best|at least/, /Look at/, isKnown ? /The move:/ : /What looks best: .* not known/]) {
          await page.click("#hint");
          await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#status").textContent), wanted.source);
        }
        // Machines that do other things at the same time only say what it took.
        if (process.env.FEWEST_QUIET) assert.ok(took < SECOND, `${took} ms`);
        assert.deepEqual(troubles, []);
        await context.close();
      });
    }
  });
}

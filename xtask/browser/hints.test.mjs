// Hints on a slow machine: within a second, for the hardest boards of every family, with both engines. Run by `cargo xtask test browser`.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { slowly } from "./slow.mjs";
import { browser, files, open, program } from "./stage.mjs";

const SECOND = 1000;
const SLOWER = 4;
const text = (words, as) => `text=${encodeURIComponent(words)}&as=${as}`;
// Twenty-four tiles in an order that takes more than anybody waits for.
const TILES = text("5 5\n14 5 9 2 18\n8 23 19 12 17\n15 0 10 20 4\n6 11 21 1 7\n24 3 16 22 13\n", "tiles");
// More positions than fit into any memory; one knows a way at a glance.
const BLOCKS = text(blocks(), "blocks:course");
const LIGHTS = text(`${"#".repeat(59)}\n`.repeat(59), "lights");
// What is asked for, and whether a way must be known, or the proof too.
const HARD = [
  ["lights", "example=nine-all-on", "fewest"],
  ["lights", LIGHTS, "way"],
  ["tiles", "example=eight-hardest", "fewest"],
  ["tiles", "example=five-hardest", "way"],
  ["tiles", TILES, "way"],
  ["pegs", "example=french-centre", "fewest"],
  ["pegs", "example=hexagon&metric=moves", "way"],
  ["blocks", "example=klotski", "fewest"],
  ["blocks", BLOCKS, "way"],
];

/** A tray of 12 x 12 with 60 pieces of all kinds. */
function blocks() {
  const pieces = ["6 1 2 2 b"];
  for (let row = 1; row <= 12; row++) {
    for (let column = 1; column <= 12; column += 2) {
      if ((row + column) % 4 < 2 && !(row >= 5 && row <= 8 && column <= 3)) pieces.push(`${row} ${column} ${1 + ((row + column) % 2)} 1 b`);
    }
  }
  return `12 12\n${pieces.join("\n")}\n`;
}

let chrome;
const engines = {};
before(async () => {
  chrome = await browser();
  engines.server = await program("--log", "none");
  engines.wasm = await files(process.env.FEWEST_SITE);
});
after(async () => {
  await chrome?.close();
  await engines.wasm?.end();
  await engines.server?.end();
});

for (const engine of ["server", "wasm"]) {
  // One after the other: what is measured is the answer, not the neighbour.
  describe(`hints of the engine ${engine}, ${SLOWER} times slower`, { concurrency: 1 }, () => {
    for (const [family, where, known] of HARD) {
      it(`${family}: ${where.slice(0, 40)}`, async () => {
        const { page, context, troubles } = await open(chrome, engines[engine].url);
        await page.uncheck("#live");
        await slowly(chrome, page, SLOWER);
        await page.evaluate((where) => ((location.hash = where), new Promise((resolve) => setTimeout(resolve, 0))), where);
        await page.waitForFunction((family) => window.fewest.look?.family === family && !document.querySelector("#hint").disabled, family);
        const took = await page.evaluate(async () => {
          const begin = performance.now();
          await window.fewest.thinking.hint();
          return performance.now() - begin;
        });
        const tally = await page.textContent("#tally");
        console.log(`${engine} ${family} ${where.slice(0, 40)}: ${took.toFixed(0)} ms, ${tally}`);
        if (known === "fewest") assert.match(tally, /left at best/);
        else assert.match(tally, /left at best|at least \d+, best known \d+/);
        for (const wanted of [/at best|at least/, /Look at/, /move:|looks best:/]) {
          await page.click("#hint");
          await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#status").textContent), wanted.source);
        }
        assert.ok(took < SECOND, `${took} ms`);
        assert.deepEqual(troubles, []);
        await context.close();
      });
    }
  });
}

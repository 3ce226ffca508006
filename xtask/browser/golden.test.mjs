// Eight main states of the page look as the pictures in docs/page, which were looked at before they were committed. Fonts
// differ between machines, so the mean colours of small squares are compared. A change that is wanted: `cargo xtask
// screenshots`, and look at them. Run by `cargo xtask test browser`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { read } from "./png.mjs";
import { KEPT, nameOf, shoot } from "./scenes.mjs";
import { raise } from "./stage.mjs";

const STATES = [
  ["start", "desktop", "light"],
  ["blocks", "phone", "light"],
  ["lights", "side", "dark"],
  ["tiles", "laptop", "light"],
  ["pegs", "phone", "dark"],
  ["solved", "phone", "light"],
  ["dead-end", "desktop", "light"],
  ["no-solution", "desktop", "dark"],
];
/** The side of a square in pixels, how far apart mean colours may be (of 255), and what share of the squares may be farther. */
const [SIDE, APART, SHARE] = [20, 28, 0.02];

let chrome, engines, lower;
before(async () => ({ chrome, engines, lower } = await raise()));
after(() => lower?.());

/** The mean colours of the squares of a picture, row by row. */
function squares({ width, height, pixels }) {
  const across = Math.ceil(width / SIDE);
  const sums = Array.from({ length: across * Math.ceil(height / SIDE) }, () => [0, 0, 0, 0]);
  pixels.forEach((pixel, at) => {
    const sum = sums[Math.floor(at / width / SIDE) * across + Math.floor((at % width) / SIDE)];
    [16, 8, 0].forEach((shift, part) => (sum[part] += (pixel >> shift) & 255));
    sum[3]++;
  });
  return sums.map(([red, green, blue, count]) => [red, green, blue].map((sum) => sum / count));
}

for (const state of STATES) {
  it(nameOf(state), async () => {
    const { picture, troubles } = await shoot(chrome, engines.wasm.url, state);
    assert.deepEqual(troubles, []);
    const [now, kept] = [read(picture), read(readFileSync(join(KEPT, nameOf(state))))];
    assert.deepEqual([now.width, now.height], [kept.width, kept.height]);
    const [these, those] = [squares(now), squares(kept)];
    const far = these.filter((colour, at) => Math.max(...colour.map((part, axis) => Math.abs(part - those[at][axis]))) > APART).length;
    console.log(`${nameOf(state)}: ${far} of ${these.length} squares differ`);
    assert.ok(far <= SHARE * these.length, "it looks different");
  });
}

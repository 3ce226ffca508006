// The page as pictures: every family on a desktop and on a phone, light and dark. node
// screenshots.mjs FOLDER
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { small } from "./png.mjs";
import { DESKTOP, PHONE, browser, open, program } from "./stage.mjs";

const [folder] = process.argv.slice(2);
const LARGEST = 80_000;

/** Presses hint so often. */
const hints = (times) => async (page) => {
  for (let time = 0; time < times; time++) {
    await page.click("#hint");
    await page.waitForFunction(() => !/thinking/.test(document.querySelector("#status").textContent));
  }
};

/** Solves, and goes so far. */
const solved = (share) => async (page) => {
  await page.click("#solve");
  await page.waitForFunction(() => /no fewer are possible|no solution/.test(document.querySelector("#status").textContent));
  // Where there is no solution the reason stays on the board.
  if (share) await page.evaluate((share) => window.fewest.go(Math.round(share * window.fewest.game.moves.length)), share);
};

const SCENES = [
  { name: "blocks", where: "example=klotski", act: solved(0.4) },
  { name: "lights", where: "example=four-unsolvable", act: solved(0) },
  { name: "tiles", where: "example=fifteen-easy", act: hints(4) },
  { name: "pegs", where: "text=english&as=pegs&name=english", act: hints(4) },
];
const SIZES = { desktop: { ...DESKTOP, viewport: { width: 1120, height: 800 } }, phone: PHONE };

const server = await program("--log", "none");
const chrome = await browser();
mkdirSync(folder, { recursive: true });
for (const { name, where, act } of SCENES) {
  for (const [size, options] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"]) {
      const { page, context, troubles } = await open(chrome, `${server.url}#${where}`, { ...options, colorScheme, reducedMotion: "reduce" });
      const isKnown = () => page.waitForFunction(() => /best|no solution/.test(document.querySelector("#tally").textContent));
      await isKnown();
      await act(page);
      await isKnown();
      await page.evaluate(() => (document.activeElement?.blur(), scrollTo(0, 0)));
      const picture = small(await page.screenshot());
      assert.ok(picture.length <= LARGEST, `${name} ${size} ${colorScheme}: ${picture.length} bytes`);
      assert.deepEqual(troubles, []);
      writeFileSync(join(folder, `${name}-${size}-${colorScheme}.png`), picture);
      await context.close();
    }
  }
}
await chrome.close();
await server.end();

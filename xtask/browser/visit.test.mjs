// A first visit, by keys only and by touch only: today's puzzle, every family, a board typed as rows, a result that is
// shared. Run by `cargo xtask test browser`.
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { byFinger, byKeys, look, played } from "./hands.mjs";
import { PHONE, open, raise } from "./stage.mjs";

const ROWS = ["AA...O", "P..Q.O", "PXXQ.O", "P..Q..", "B...CC", "B.RRR."];
const FAMILIES = ["lights", "blocks", "tiles", "pegs"];

let chrome, engines, lower;
before(async () => ({ chrome, engines, lower } = await raise()));
after(() => lower?.());

const family = (page, id) => page.waitForFunction((id) => window.fewest.look?.family === id && document.body.dataset.view === "play" && window.fewest.look.scene, id);
const isSolved = (page) => page.waitForSelector("#solved:not([hidden]) #share-result");
const shared = (page) => page.waitForFunction(() => /copied|address of this page/i.test(document.querySelector("#shared").textContent));

it("by keys", async () => {
  const { page, context, troubles } = await open(chrome, engines.server.url, { reducedMotion: "reduce" });
  /** Goes to an element as the tabulator does. */
  const to = async (selector) => {
    for (let steps = 0; steps < 120; steps++) {
      if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`the tabulator does not get to ${selector}`);
  };
  const enter = async (selector) => (await to(selector), await page.keyboard.press("Enter"));
  await page.waitForSelector("#today .card:not(.waiting) svg");
  await enter("#today a.card");
  await family(page, "lights");
  assert.match(await page.textContent("#title"), /Lights Out/);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "board", "the board is there to be played");
  for (const [at, id] of FAMILIES.entries()) {
    await enter(`#families button:nth-child(${at + 1})`);
    await family(page, id);
    const { touches, cursor } = await look(page);
    await page.keyboard.press("b");
    await byKeys(page, touches[0]);
    await played(page, cursor + 1);
  }
  await enter("#home-link");
  await to("#paste");
  for (const row of ROWS) {
    await page.keyboard.type(row);
    await page.keyboard.press("Enter");
  }
  await page.waitForSelector("#understood button");
  // What was read stands beside the text, and the tabulator goes there next.
  await enter("#understood button");
  await family(page, "blocks");
  assert.equal((await look(page)).scene.width, 6);
  await page.goto(`${engines.server.url}#example=eight-easy`);
  await page.waitForFunction(() => window.fewest.game.example === "eight-easy" && window.fewest.look.scene);
  await page.keyboard.press("Home");
  await played(page, 0);
  // The fourth press of H plays the move.
  for (let move = 1; move <= 3; move++) {
    for (const wanted of [/Look at/, /The move/, /(After it|It is)/]) {
      await page.keyboard.press("h");
      await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#status").textContent), wanted.source);
    }
    await page.keyboard.press("h");
    await played(page, move);
  }
  await isSolved(page);
  await enter("#share-result");
  await page.waitForSelector("#share-dialog[open]");
  await enter("#copy-game");
  await shared(page);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#share-dialog:not([open])", { state: "attached" });
  assert.deepEqual(troubles, []);
  await context.close();
});

it("by touch", async () => {
  const { page, context, troubles } = await open(chrome, engines.wasm.url, PHONE);
  await page.waitForSelector("#today .card:not(.waiting) svg");
  await page.tap("#today a.card");
  await family(page, "lights");
  for (const [at, id] of FAMILIES.entries()) {
    await page.tap(`#families button:nth-child(${at + 1})`);
    await family(page, id);
    const { touches, cursor } = await look(page);
    await byFinger(page, touches[0]);
    await played(page, cursor + 1);
  }
  await page.tap("#home-link");
  await page.tap("#paste");
  await page.fill("#paste", ROWS.join("\n"));
  await page.tap("#understood button");
  await family(page, "blocks");
  assert.equal((await look(page)).scene.width, 6);
  await page.goto(`${engines.wasm.url}#example=eight-easy`);
  await page.waitForFunction(() => window.fewest.game.example === "eight-easy" && window.fewest.look.scene);
  if ((await look(page)).cursor) await page.tap("#first");
  await played(page, 0);
  for (let move = 1; move <= 3; move++) {
    for (const wanted of [/Look at/, /The move/, /(After it|It is)/]) {
      await page.tap("#hint");
      await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#status").textContent), wanted.source);
    }
    await page.tap("#hint");
    await played(page, move);
  }
  await isSolved(page);
  await page.tap("#share-result");
  await page.waitForSelector("#share-dialog[open]");
  await page.tap("#copy-game");
  await shared(page);
  assert.deepEqual(troubles, []);
  await context.close();
});

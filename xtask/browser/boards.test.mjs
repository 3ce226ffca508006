// Difficult boards on the page: lights on wires, boards that are out of reach of the solver, boards
// too large for shapes. Both engines.
// Run by `cargo xtask test browser`.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { byFinger, byKeys, byMouse, look, played } from "./hands.mjs";
import { FULL, HEXAGON, NULL_40, TILES, text } from "./hard.mjs";
import { PHONE, open, raise } from "./stage.mjs";

/** A board of every family that the solver does not finish in the time of a test. */
const UNFINISHED = { lights: NULL_40, tiles: TILES, pegs: `${HEXAGON}&metric=moves`, blocks: FULL };

let chrome, engines, lower;
before(async () => ({ chrome, engines, lower } = await raise()));
after(() => lower?.());

const says = (page, id, wanted) => page.waitForFunction(([id, source]) => new RegExp(source).test(document.querySelector(id).textContent), [id, wanted.source]);

for (const engine of ["server", "wasm"]) {
  describe(`boards with the engine ${engine}`, { concurrency: 2 }, () => {
    for (const [family, where] of Object.entries(UNFINISHED)) {
      it(`${family}: a board out of reach shows a bound, and can be cancelled`, async () => {
        const { page, context, troubles } = await open(chrome, `${engines[engine].url}#${where}`);
        assert.equal((await look(page)).family, family);
        await says(page, "#hero", /at least \d+|between \d+/);
        await page.click("#solve");
        await says(page, "#status", /Searching, \d+ s: .* positions/);
        assert.ok(await page.isVisible("#cancel"));
        await page.click("#cancel");
        await says(page, "#status", /Cancelled/);
        assert.ok(!(await page.isVisible("#cancel")));
        await page.click("#hint");
        await says(page, "#status", /Look at|The move|What looks best|No move is known/);
        assert.deepEqual(troubles, []);
        await context.close();
      });
    }

    it("lights on wires are a net, and are played by mouse, keys and finger", async () => {
      const { page, context, troubles } = await open(chrome, `${engines[engine].url}#example=petersen`);
      const start = await look(page);
      assert.deepEqual([start.scene.wires.length, start.scene.spots.length, await page.locator(".wire").count()], [15, 10, 15]);
      const names = await page.locator(".name").allTextContents();
      assert.deepEqual(names, start.moves, "every light has the name that moves give it");
      const [boxes, far] = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll(".lamp")].map((lamp) => lamp.getBoundingClientRect());
        const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) / one.width;
        return [boxes.length, Math.min(...boxes.flatMap((one, at) => boxes.slice(0, at).map((other) => far(one, other))))];
      });
      assert.ok(boxes === 10 && far > 1.2, `no light over another: ${far}`);
      await byMouse(page, start.touches[7]);
      await played(page, 1);
      await byKeys(page, start.touches[3]);
      await played(page, 2);
      assert.deepEqual((await look(page)).all, ["(7, 0)", "(3, 0)"]);
      assert.match(await page.textContent("#live-region"), /\(3, 0\)/);
      await page.click("#first");
      await played(page, 0);
      for (const wanted of [/Look at \(\d, 0\)/, /The move: \(\d, 0\)/, /their order does not matter/]) {
        await page.click("#hint");
        await says(page, "#status", wanted);
      }
      // A plain board after a net has its squares back, and the other way round.
      await page.evaluate(() => void (location.hash = "example=five-all-on"));
      await page.waitForFunction(() => document.querySelectorAll(".lamp").length === 25);
      const isRound = () => page.evaluate(() => [...document.querySelectorAll(".lamp")].every((lamp) => Number(lamp.getAttribute("rx")) > 10));
      assert.ok(!(await isRound()) && (await page.locator(".wire").count()) === 0);
      await page.goBack();
      await page.waitForFunction(() => document.querySelectorAll(".wire").length === 15);
      assert.ok(await isRound());
      assert.deepEqual(troubles, []);
      await context.close();

      const phone = await open(chrome, `${engines[engine].url}#example=petersen`, PHONE);
      await byFinger(phone.page, start.touches[9]);
      await played(phone.page, 1);
      assert.equal((await look(phone.page)).all[0], start.moves[9]);
      assert.deepEqual(phone.troubles, []);
      await phone.context.close();
    });

    it("places are called as moves call them, in every family", async () => {
      const { page, context, troubles } = await open(chrome, `${engines[engine].url}#example=klotski`);
      const names = { "five-all-on": /^light on, \(0, 0\)$/, "eight-easy": /^(piece \d|empty), row 1, column 1$/, "triangle-corner": /^(peg|empty hole), a1$/, course: /, row 1, column 1$/ };
      for (const [example, wanted] of Object.entries(names)) {
        // The scene of the example before stays until that of the new one is there.
        await page.evaluate((example) => {
          window.lookBefore = window.fewest.look;
          location.hash = `example=${example}`;
        }, example);
        await page.waitForFunction((example) => window.fewest.game.example === example && window.fewest.look !== window.lookBefore && window.fewest.look.scene, example);
        await page.waitForFunction(() => window.fewest.shownCursor === 0);
        const said = await page.evaluate(async () => {
          const { describe } = await import("./js/hands.js");
          const { scene } = window.fewest.look;
          return describe(scene, scene.form === "peg" ? scene.shapes[0].cells[0] : [0, 0]);
        });
        assert.match(said, wanted, example);
      }
      assert.deepEqual(troubles, []);
      await context.close();
    });

    it("a board too large for shapes is a bitmap, and is solved", async () => {
      const { page, context, troubles } = await open(chrome, engines[engine].url);
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", `${"#.#".repeat(100)}\n`.repeat(300));
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
      });
      await page.waitForSelector("#board image.bitmap");
      const { scene, moves } = await look(page);
      assert.deepEqual([scene.width, scene.height, scene.shapes.length, moves], [300, 300, 0, undefined]);
      assert.match(await page.textContent("#status"), /too large to be played/);
      await page.click("#solve");
      await page.waitForFunction(() => /^\d+ presses/.test(document.querySelector("#status").textContent));
      assert.deepEqual(troubles, []);
      await context.close();
    });
  });
}

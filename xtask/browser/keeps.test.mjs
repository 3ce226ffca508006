// What the page keeps: games too long for an address, buttons until there is an engine, caches of
// others. Run by `cargo xtask test browser`.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { look, played } from "./hands.mjs";
import { DESKTOP, open, raise, ready } from "./stage.mjs";

let chrome, engines, lower;
before(async () => ({ chrome, engines, lower } = await raise()));
after(() => lower?.());

const address = (page) => page.evaluate(() => location.hash);
const note = (page) => page.textContent("#kept");

for (const engine of ["server", "wasm"]) {
  describe(`what the engine ${engine} is not asked for`, { concurrency: 2 }, () => {
    it("a board too large for an address survives a reload, and the link says what it lacks", async () => {
      const { page, context, troubles } = await open(chrome, engines[engine].url);
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", `${"#".repeat(1000)}\n`.repeat(1000));
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
      });
      await page.waitForFunction(() => window.fewest.look?.scene?.width === 1000);
      assert.match(await note(page), /too large for a link: it is kept in this tab only/);
      assert.match(await address(page), /^#kept=\w+$/);
      await page.reload();
      await ready(page);
      const { scene } = await look(page);
      assert.deepEqual([scene.width, scene.height, scene.bitmap.length], [1000, 1000, 1000]);
      await page.click("#share");
      await page.click("#copy-game");
      await page.waitForFunction(() => /too large for a link/.test(document.querySelector("#shared").textContent));
      const other = await open(chrome, page.url());
      assert.match(await note(other.page), /too large for it, and is not known here/);
      assert.ok(await other.page.isVisible("#home"), "there is the start page instead");
      assert.deepEqual([...troubles, ...other.troubles], []);
      await other.context.close();
      await context.close();
    });

    it("moves too many for an address survive a reload, and the link says that it has none", async () => {
      const { page, context, troubles } = await open(chrome, `${engines[engine].url}#example=117`);
      assert.ok(!(await page.isVisible("#kept")), "nothing is to be said of a usual game");
      await page.evaluate(() => (window.fewest.game.continueWith(Array.from({ length: 9001 }, () => "(0, 0)")), window.fewest.go(9001)));
      await played(page, 9001);
      assert.match(await note(page), /moves are too many for a link: they are kept in this tab only/);
      assert.match(await address(page), /^#example=117&kept=\w+$/);
      await page.evaluate(() => window.fewest.go(7));
      await played(page, 7);
      await page.reload();
      await ready(page);
      const { all, cursor } = await look(page);
      assert.deepEqual([all.length, cursor], [9001, 7]);
      await page.click("#share");
      await page.click("#copy-game");
      await page.waitForFunction(() => /It has no moves: they are too many/.test(document.querySelector("#shared").textContent));
      const other = await open(chrome, page.url());
      assert.match(await note(other.page), /were too many for its address, and are not known here/);
      assert.deepEqual(await look(other.page).then(({ all, family }) => [all, family]), [[], "lights"]);
      // What is played next fits again.
      await other.page.evaluate(() => window.fewest.play("(1, 1)"));
      await played(other.page, 1);
      assert.match(await address(other.page), /^#example=117&moves=/);
      assert.deepEqual([...troubles, ...other.troubles], []);
      await other.context.close();
      await context.close();
    });

    it("no button can be pressed before an engine can answer", async () => {
      const context = await chrome.newContext({ ...DESKTOP, serviceWorkers: "block" });
      let goOn;
      const wait = new Promise((resolve) => (goOn = resolve));
      const held = (route) => wait.then(() => route.continue());
      await context.route(/fewest\.wasm|api\/ask/, held);
      const page = await context.newPage();
      await page.goto(`${engines[engine].url}#example=five-all-on`);
      const buttons = ["hint", "solve", "first", "undo", "play-film", "redo", "last", "edit", "new", "import", "share", "copy-link", "copy-game", "save-svg", "save-gif", "save-text"];
      const open = () => page.evaluate((ids) => ids.filter((id) => !document.getElementById(id).disabled), buttons);
      assert.deepEqual(await open(), [], "while the engine is loading");
      goOn();
      await ready(page);
      assert.deepEqual(await open(), ["hint", "solve", "edit", "new", "import", "share", "copy-link", "copy-game", "save-svg", "save-gif", "save-text"]);
      await context.close();
    });
  });
}

it("the service worker tidies up its own caches and no others", async () => {
  const context = await chrome.newContext(DESKTOP);
  const page = await context.newPage();
  await page.goto(`${engines.wasm.url}icon.svg`);
  const { scope, others } = await page.evaluate(async () => {
    const scope = new URL("./", location.href).href;
    const others = [`fewest ${scope}below/ 1`, `fewest ${new URL("/", scope)} 1`, "fewest-1", "something else"];
    for (const name of [`fewest ${scope} older`, ...others]) await caches.open(name);
    return { scope, others };
  });
  await page.goto(engines.wasm.url);
  await ready(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async (name) => !(await caches.has(name)), `fewest ${scope} older`);
  const names = await page.evaluate(() => caches.keys());
  const ours = names.filter((name) => name.startsWith(`fewest ${scope} `));
  assert.equal(ours.length, 1);
  assert.deepEqual(names.filter((name) => !ours.includes(name)).sort(), others.sort());
  await context.close();
});

// The embedded board from its npm package, in an HTML file in an otherwise empty folder, without a
// server and without a network. Run by `cargo xtask test browser`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { pathToFileURL } from "node:url";
import { browser } from "./stage.mjs";

let chrome;
after(() => chrome?.close());

it("<fewest-board> plays and solves offline", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fewest-package-"));
  const npm = (...args) => execFileSync("npm", [...args, "--silent"], { cwd: folder, encoding: "utf8" });
  npm("pack", process.env.FEWEST_PACKAGE);
  const [packed] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), "{}");
  npm("install", "--offline", "--no-audit", "--no-fund", `./${packed}`);
  writeFileSync(join(folder, "index.html"), `<!doctype html><script src="node_modules/fewest-board/fewest-board.js"></script><fewest-board puzzle="course" language="en"></fewest-board>`);
  chrome = await browser();
  const context = await chrome.newContext();
  await context.setOffline(true);
  const page = await context.newPage();
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  await page.goto(pathToFileURL(join(folder, "index.html")).href);
  const is = (source) => page.waitForFunction(`(() => { const it = document.querySelector("fewest-board"); return ${source}; })()`, undefined, { timeout: 120_000 });
  await is("it.look?.scene && it.fewest === 5");
  assert.match(await page.locator("fewest-board p").textContent(), /You 0 · fewest 5/);
  // By mouse: a piece that can go one way only goes there when it is tapped.
  const place = await page.evaluate(() => {
    const it = document.querySelector("fewest-board");
    const by = it.look.touches.find((touch) => it.look.touches.filter((other) => other.shape === touch.shape).length === 1);
    const { picture } = it.board;
    const point = new DOMPoint(...picture.geometry.middle(by.way[0])).matrixTransform(picture.root.getScreenCTM());
    return [point.x, point.y];
  });
  await page.mouse.click(...place);
  await is("it.moves.length === 1");
  await page.getByRole("button", { name: "Undo" }).click();
  await is("it.moves.length === 0");
  await page.getByRole("button", { name: "Hint" }).click();
  await is('/The move/.test(it.shadowRoot.querySelector("p").textContent)');
  await page.getByRole("button", { name: "Show the fewest" }).click();
  await is("it.look.is_goal && it.moves.length === 5");
  assert.deepEqual(troubles, []);
});

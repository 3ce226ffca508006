// Faults that the page once had, one test each. Run by `cargo xtask test browser`.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { byMouse, look, onScreen, played } from "./hands.mjs";
import { TILES } from "./hard.mjs";
import { PHONE, open, program, raise } from "./stage.mjs";

let chrome, engines, lower;
before(async () => ({ chrome, engines, lower } = await raise()));
after(() => lower?.());

const at = (hash, options, prepare) => open(chrome, `${engines.server.url}#${hash}`, options, prepare);
const go = (page, hash) => page.evaluate((hash) => void (location.hash = hash), hash);
const says = (page, id, wanted) => page.waitForFunction(([id, source]) => new RegExp(source).test(document.querySelector(id)?.textContent), [id, wanted.source]);
const heard = (page, wanted) => says(page, "#live-region", wanted);
const folder = mkdtempSync(join(tmpdir(), "fewest-mend-"));

describe("files", { concurrency: 2 }, () => {
  it("a binary bitmap is opened and saved byte for byte, and the same file can be chosen twice", async () => {
    const { page, context, troubles } = await at("example=117");
    // 16 x 2 lights whose rows are no UTF-8.
    const bytes = Buffer.concat([Buffer.from("P4\n16 2\n"), Buffer.from([0xff, 0x81, 0xc3, 0x28])]);
    const path = join(folder, "lights.pbm");
    writeFileSync(path, bytes);
    for (let time = 0; time < 2; time++) {
      await page.setInputFiles("#file", path);
      await page.waitForFunction(() => window.fewest.look.scene?.width === 16);
      const lit = (await look(page)).scene.shapes.map((shape) => shape.cells[0].join()).sort();
      assert.equal(lit.length, 8 + 2 + 4 + 2);
      assert.ok(lit.includes("15,0") && lit.includes("10,1") && lit.includes("12,1") && !lit.includes("9,0"));
      await page.click("#import");
      await page.selectOption("#format", "pbm");
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-text")]);
      assert.deepEqual(readFileSync(await download.path()), bytes);
      await page.keyboard.press("Escape");
      if (time === 0) {
        await go(page, "example=117");
        await page.waitForFunction(() => window.fewest.look.scene.width === 3);
      }
    }
    await page.reload();
    await page.waitForFunction(() => window.fewest?.look?.scene?.width === 16);
    assert.deepEqual(troubles, []);
    await context.close();
  });

  it("words of the command line never appear", async () => {
    const { page, context, troubles } = await at("example=117");
    const texts = ["3 3\n2 8 1\n4 7 3\n5 6 0\ngoal nowhere\n", "1 2 3\n4 5 6\n7 8 0\n9\n", "xxx\nx.x\nxxx\n", "#0#\n0?0\n", "hello world\n", "edges\n0 1\nturns x\n", "english\ngoal: z9\n", "4 x\n3 1 2 1 b\n", "colours 3\n019\n", "..\n"];
    await page.click("#import");
    for (const text of texts) {
      await page.fill("#text", text);
      await page.waitForFunction((text) => window.fewest.game.text === text && window.fewest.look.file !== undefined, text);
      const shown = await page.evaluate(() => document.body.innerText);
      assert.doesNotMatch(shown, /--[a-z]|`/, text);
    }
    await page.keyboard.press("Escape");
    await go(page, "example=loyd");
    await page.waitForFunction(() => window.fewest.game.example === "loyd" && window.fewest.look.scene);
    await page.click("#solve");
    await says(page, "#reasons", /Why there is no solution/);
    assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /--[a-z]|`/);
    // Larger than any request may be.
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["#".repeat(3_000_000)], "large.txt"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    await says(page, "#imported", /too large/);
    assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /2097152/);
    assert.deepEqual(troubles, []);
    await context.close();
  });

  it("one bad move in a link leaves the game up to there, and an unknown example is said", async () => {
    const { page, context, troubles } = await at(`example=eight-easy&moves=${encodeURIComponent("left\nnonsense\nleft")}`);
    const start = await at("example=eight-easy");
    const [good] = (await look(start.page)).moves;
    await start.context.close();
    await go(page, `example=eight-easy&moves=${encodeURIComponent(`${good}\nnonsense\n${good}`)}`);
    await says(page, "#status", /Move 2 of the link, “nonsense”/);
    const { scene, all, cursor } = await look(page);
    assert.deepEqual([all, cursor], [[good], 1]);
    assert.ok(scene);
    await go(page, "example=no-such-puzzle");
    await says(page, "#kept", /no puzzle called “no-such-puzzle”/);
    assert.ok(await page.isVisible("#home"));
    assert.deepEqual(troubles, []);
    await context.close();
  });
});

describe("from family to family", { concurrency: 2 }, () => {
  it("colours, edit mode and games stay where they belong", async () => {
    const { page, context, troubles } = await at("example=course");
    await page.click("#edit");
    assert.equal(await page.getAttribute("#edit", "aria-pressed"), "true");
    const tab = (name) => page.getByRole("navigation").getByRole("button", { name });
    await go(page, "example=five-hardest");
    await page.waitForFunction(() => window.fewest.look.family === "tiles");
    assert.equal(await page.locator(".body:not(.tile)").count(), 0, "tiles have the colour of tiles");
    assert.equal(await page.getAttribute("#edit", "aria-pressed"), "false", "editing ends with the family");
    await page.evaluate(() => window.fewest.play(window.fewest.look.moves[0]));
    await played(page, 1);
    await tab(/tiles/i).click();
    await page.waitForTimeout(200);
    await played(page, 1);
    await tab(/lights/i).click();
    await page.waitForFunction(() => window.fewest.look.family === "lights");
    await tab(/tiles/i).click();
    await page.waitForFunction(() => window.fewest.game.example === "five-hardest");
    await played(page, 1);
    assert.deepEqual(troubles, []);
    await context.close();
  });

  it("two reasons with one title are two switches", async () => {
    const { page, context } = await at("example=117");
    await page.evaluate(() => {
      const overlay = (x) => ({ title: "the same", marks: [{ at: [x, 0] }] });
      window.fewest.reasons.show({ outcome: "solved", reasons: [{ text: "one", reason: { certificate: {} }, overlays: [overlay(0), overlay(1)] }] });
    });
    const pressed = () => page.$$eval(".overlay-switch", (all) => all.map((one) => one.getAttribute("aria-pressed")));
    assert.deepEqual(await pressed(), ["true", "false"]);
    await page.locator(".overlay-switch").nth(1).click();
    assert.deepEqual(await pressed(), ["false", "true"]);
    await context.close();
  });
});

describe("hands", { concurrency: 2 }, () => {
  it("a pointer draws no frame of the keys, and the keys do", async () => {
    const { page, context } = await at("example=five-all-on");
    const frame = () => page.evaluate(() => [getComputedStyle(document.querySelector("#board")).boxShadow, getComputedStyle(document.querySelector(".cursor")).display]);
    await byMouse(page, (await look(page)).touches[7]);
    await played(page, 1);
    assert.deepEqual(await frame(), ["none", "none"]);
    await page.keyboard.press("ArrowRight");
    const [shadow, cursor] = await frame();
    assert.ok(shadow !== "none" && cursor !== "none");
    await context.close();
  });

  it("a phone scrolls over what cannot be dragged", async () => {
    const { page, context } = await at("example=five-all-on", { ...PHONE, viewport: { width: 390, height: 560 } });
    const touch = (selector) => page.$eval(selector, (node) => {
      for (let it = node; it; it = it.parentElement) if (getComputedStyle(it).touchAction === "none") return "none";
      return "free";
    });
    assert.equal(await touch("#board svg .shape"), "free", "a light is only tapped");
    await go(page, "example=course");
    await page.waitForFunction(() => window.fewest.look.family === "blocks");
    await page.waitForSelector("#board .can");
    assert.equal(await touch("#board .can"), "none");
    assert.equal(await touch("#board .shape:not(.can)"), "free");
    // A finger, from the bottom of the board upwards.
    await go(page, "example=five-all-on");
    await page.waitForFunction(() => window.fewest.look.family === "lights");
    await page.evaluate(() => scrollTo(0, 0));
    const { x, y, width, height } = await page.locator("#board").boundingBox();
    const client = await context.newCDPSession(page);
    const send = (type, down) => client.send("Input.dispatchTouchEvent", { type, touchPoints: down === undefined ? [] : [{ x: x + width / 2, y: y + height * 0.8 - down }] });
    await send("touchStart", 0);
    for (let down = 20; down <= 200; down += 20) {
      await send("touchMove", down);
      await page.waitForTimeout(16);
    }
    await send("touchEnd");
    await page.waitForFunction(() => scrollY > 50);
    assert.equal((await look(page)).cursor, 0, "and no light was pressed");
    await context.close();
  });

  it("Ctrl+Z and Ctrl+Y undo moves and edits, and screen readers hear it", async () => {
    const { page, context } = await at("example=five-all-on");
    const [by] = (await look(page)).moves;
    await page.evaluate((by) => window.fewest.play(by), by);
    await played(page, 1);
    await page.keyboard.press("Control+z");
    await played(page, 0);
    await heard(page, /undone/);
    await page.keyboard.press("Control+y");
    await played(page, 1);
    await heard(page, /again/);
    const before = JSON.stringify((await look(page)).scene);
    await page.click("#edit");
    await byMouse(page, (await look(page)).touches[3]);
    await page.waitForFunction((before) => JSON.stringify(window.fewest.look.scene) !== before, before);
    await heard(page, /board changed/);
    const after = JSON.stringify((await look(page)).scene);
    await page.keyboard.press("Control+z");
    await page.waitForFunction((before) => JSON.stringify(window.fewest.look.scene) === before, before);
    await played(page, 1);
    await heard(page, /edit undone/);
    await page.keyboard.press("Control+Shift+z");
    await page.waitForFunction((after) => JSON.stringify(window.fewest.look.scene) === after, after);
    await context.close();
  });

  it("arrows slide tiles, and a tile away from the gap slides the run", async () => {
    const { page, context } = await at(`text=${encodeURIComponent("3\n1 2 3\n4 5 6\n7 8 0\n")}&as=tiles`);
    await page.locator("#board").focus();
    await page.keyboard.press("ArrowDown");
    await played(page, 1);
    assert.deepEqual((await look(page)).scene.shapes.find((shape) => shape.label === "6").cells[0], [2, 2]);
    await page.click("#undo");
    await played(page, 0);
    // 7 is two from the gap: 8 goes first, then 7.
    const [[x, y]] = await onScreen(page, { way: [[0, 2]] });
    await page.mouse.click(x, y);
    await played(page, 2);
    const where = Object.fromEntries((await look(page)).scene.shapes.map((shape) => [shape.label, shape.cells[0].join()]));
    assert.deepEqual([where[7], where[8]], ["1,2", "2,2"]);
    await context.close();
  });
});

describe("words", { concurrency: 2 }, () => {
  it("the goal is a sentence and a picture, also where no cells are marked", async () => {
    const { page, context } = await at("example=course");
    await says(page, "#goal", /Bring piece Z to the right edge/);
    assert.ok((await page.locator("#board .exit").count()) === 1);
    await go(page, "example=eight-snail");
    await says(page, "#goal", /into this order/);
    assert.deepEqual(await page.$$eval(".goal-picture td", (cells) => cells.map((cell) => cell.textContent).join(" ")), "1 2 3 8  4 7 6 5");
    for (const [example, wanted] of [["117", /Turn all lights off/], ["triangle-to-4", /in the marked hole/], ["grid01", /in exactly 4 more turns/], ["klotski", /to its marked place/]]) {
      await go(page, `example=${example}`);
      await says(page, "#goal", wanted);
    }
    await context.close();
  });

  it("a dead end says how far back, and only a puzzle without solution has none", async () => {
    const { page, context } = await at("example=triangle-to-4");
    await page.click("#hint");
    await says(page, "#status", /^This puzzle has no solution\.$/);
    await go(page, "example=triangle-corner");
    await page.waitForFunction(() => window.fewest.game.example === "triangle-corner" && window.fewest.look.scene);
    // Moves into a dead end: as long as the fewest are known, then the first that leads nowhere.
    await page.evaluate(async () => {
      const { fewest } = window;
      const ask = (moves) => fewest.engine.ask({ ask: "hint", puzzle: fewest.game.puzzle, moves, cursor: moves.length, milliseconds: 900 });
      for (;;) {
        for (const by of fewest.look.moves) {
          if ((await ask([...fewest.game.moves, by])).outcome !== "unsolvable") continue;
          await fewest.play(by);
          await fewest.play(fewest.look.moves[0]);
          return;
        }
        await fewest.play(fewest.look.moves[0]);
      }
    });
    const { cursor } = await look(page);
    await page.click("#solve");
    await says(page, "#status", /dead end. Take back 2 moves/);
    await heard(page, /dead end/);
    await page.click("#take-back");
    await played(page, cursor - 2);
    await page.click("#hint");
    await says(page, "#status", /Look at/);
    await context.close();
  });

  it("the form of new puzzles checks its values, one side is enough, and making can be cancelled", async () => {
    const { page, context } = await at("example=eight-easy");
    await page.click("#new");
    await page.click("#custom summary");
    await page.fill("#columns", "999");
    await page.click("#make");
    await says(page, "#made", /Columns: a whole number from 1 to 10/);
    assert.equal(await page.getAttribute("#columns", "aria-invalid"), "true");
    await page.fill("#columns", "");
    await page.fill("#rows", "2");
    await page.click("#make");
    await page.waitForFunction(() => window.fewest.look.scene?.width === 2 && window.fewest.look.scene.height === 2);
    await page.click("#new");
    await page.selectOption("#new-family", "pegs");
    await page.fill("#columns", "7");
    await page.fill("#rows", "7");
    await page.fill("#exact", "24");
    await page.click("#make");
    await says(page, "#made", /Searching, \d+ s/);
    await page.click("#stop-making");
    await says(page, "#made", /Cancelled/);
    await context.close();
  });

  it("progress never goes back, shows the time, and cancelling is heard", async () => {
    const { page, context } = await at(TILES);
    const shown = await page.evaluate(async () => {
      const { signs } = await import("./js/solve.js");
      const lines = [];
      const sign = signs((text) => lines.push(text));
      for (const positions of [10, 500, 20, 30, 900, 5]) sign.progress({ depth: positions, positions, generated: 0 });
      sign.end();
      return lines.flatMap((line) => line.match(/(\d+) positions/)?.[1] ?? []).map(Number);
    });
    assert.deepEqual(shown, [10, 500, 520, 530, 1400, 1405]);
    await page.click("#solve");
    await says(page, "#status", /Searching, \d+ s: .* positions.* deep, phase \d/);
    await page.click("#cancel");
    await heard(page, /Cancelled/);
    await context.close();
  });

  it("without JavaScript the page says what it needs, and on paper there is the board and, if wanted, the answer", async () => {
    const plain = await chrome.newContext({ javaScriptEnabled: false });
    const bare = await plain.newPage();
    await bare.goto(engines.server.url);
    assert.match(await bare.textContent("noscript"), /needs JavaScript/);
    await plain.close();
    const { page, context } = await at("example=course");
    await page.evaluate(() => (window.print = () => undefined));
    await page.click("#share");
    await page.check("#print-key");
    await page.click("#print");
    await says(page, "#answer-key", /Answer.*right/);
    await page.keyboard.press("Escape");
    await page.emulateMedia({ media: "print" });
    assert.deepEqual(await page.evaluate(() => ["#board", "#goal", "#answer-key", ".tools", "header"].map((selector) => document.querySelector(selector).checkVisibility())), [true, true, true, false, false]);
    await context.close();
  });
});

describe("certificates", { concurrency: 2 }, () => {
  it("count again after every press, slide and jump, in the language of the page", async () => {
    const { page, context, troubles } = await at("example=four-unsolvable");
    const counted = { "four-unsolvable": [/1 of the marked are on: odd/, /changed by [024]\./], loyd: [/Together 1, which is odd.*every slide leaves it odd/, /which is odd. Before the last slide: 1, odd too/], army: [/weights sum to 1\. Try it/, /Before the last move: 1/] };
    for (const [example, [first, then]] of Object.entries(counted)) {
      await go(page, `example=${example}`);
      await page.waitForFunction((example) => window.fewest.game.example === example && window.fewest.look.scene, example);
      await page.click("#solve");
      await says(page, "#touch-count", first);
      await page.evaluate(() => window.fewest.play(window.fewest.look.moves.at(-1)));
      await says(page, "#touch-count", then);
      assert.ok((await page.locator(".overlay > *").count()) > 0, "the marks stay, where they count now");
    }
    await page.evaluate(() => {
      const list = document.querySelector("#language");
      list.value = "de";
      list.dispatchEvent(new Event("change"));
    });
    await page.click("#first");
    await page.click("#solve");
    await says(page, ".overlay-switch", /Gewichte: Kein Sprung/);
    assert.equal(await page.getAttribute("#reasons pre", "lang"), "en", "a proof in full is in English");
    assert.deepEqual(troubles, []);
    await context.close();
  });
});

describe("the map", () => {
  it("is clicked where it is drawn, also after the window is resized", async () => {
    const { page, context } = await at("example=five-hardest");
    await page.click("#map-toggle");
    await says(page, "#map-status", /^360 positions/);
    for (const viewport of [{ width: 1280, height: 900 }, { width: 700, height: 1000 }, { width: 1000, height: 600 }]) {
      await page.setViewportSize(viewport);
      await page.waitForTimeout(300);
      const canvas = page.locator("#map");
      const sharp = await canvas.evaluate((node) => Math.abs(node.width - node.clientWidth * devicePixelRatio) < 2 && Math.abs(node.height - node.clientHeight * devicePixelRatio) < 2);
      assert.ok(sharp, "as many pixels as the screen has");
      // The start is a white triangle with a ring around it: a click there is no move from the start.
      const { width, height } = await canvas.boundingBox();
      await canvas.click({ position: { x: width - 22, y: height / 2 } });
      await page.waitForFunction(() => window.fewest.shownCursor > 3);
      const near = await canvas.evaluate((node) => {
        const pen = node.getContext("2d");
        const side = Math.round(40 * devicePixelRatio);
        const data = pen.getImageData(node.width - 2 * side, node.height / 2 - side, 2 * side, 2 * side).data;
        let white = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at] > 235 && data[at + 1] > 235 && data[at + 2] > 235) white++;
        return white;
      });
      assert.ok(near > 20, `the ring is where the click was: ${near}`);
      await page.click("#first");
      await played(page, 0);
    }
    await context.close();
  });
});

describe("a server that goes away", () => {
  it("keeps the move, says so, and goes on when it is back", async () => {
    const first = await program("--log", "none");
    const port = new URL(first.url).port;
    const { page, context } = await open(chrome, `${first.url}#example=course`);
    await page.waitForFunction(() => /left at best/.test(document.querySelector("#hero").textContent));
    await first.end();
    const { touches, moves } = await look(page);
    await byMouse(page, touches[0]);
    await says(page, "#notice", /server is gone. Your moves are kept; trying again/);
    assert.ok(await page.isVisible("#board svg"));
    const second = await program("--log", "none", "--listen", `127.0.0.1:${port}`);
    await played(page, 1);
    assert.deepEqual((await look(page)).all, [moves[0]]);
    await says(page, "#notice", /back/);
    await second.end();
    await context.close();
  });
});

describe("repeat visits", () => {
  it("transfer almost nothing, and first visits are compressed", async () => {
    const { page, context } = await at("example=course");
    const first = await page.evaluate(() => performance.getEntriesByType("resource").reduce((sum, entry) => sum + entry.transferSize, 0));
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    const again = await page.evaluate(() => performance.getEntriesByType("resource").filter((entry) => !/api\//.test(entry.name)).reduce((sum, entry) => sum + Math.max(0, entry.transferSize), 0));
    console.log(`first visit ${first} bytes, the next ${again}`);
    assert.ok(again < 20_000, `${again} bytes`);
    const plain = await fetch(`${engines.server.url}style.css`, { headers: { "accept-encoding": "gzip" } });
    assert.equal(plain.headers.get("content-encoding"), "gzip");
    const tag = plain.headers.get("etag");
    assert.equal((await fetch(`${engines.server.url}style.css`, { headers: { "if-none-match": tag } })).status, 304);
    await context.close();
  });

  it("every module of the page is preloaded", async () => {
    const page = await (await fetch(engines.server.url)).text();
    const preloaded = new Set([...page.matchAll(/modulepreload" href="([^"]+)"/g)].map((found) => found[1]));
    const seen = new Set();
    const visit = async (path) => {
      if (seen.has(path)) return;
      seen.add(path);
      const text = await (await fetch(engines.server.url + path)).text();
      for (const [, name] of text.matchAll(/^(?:import|export) .*from "\.\/([\w.]+)";$/gm)) await visit(`js/${name}`);
    };
    await visit("js/app.js");
    seen.delete("js/app.js");
    assert.deepEqual([...seen].filter((path) => !preloaded.has(path)), []);
  });
});

// The page in Chromium: every family, both engines, desktop and phone. Run by `cargo xtask test
// browser`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { byFinger, byKeys, byMouse, look, played, walkTo } from "./hands.mjs";
import { ENDLESS, PHONE, open, program, raise, ready, retell } from "./stage.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const FAMILIES = [
  { id: "lights", easy: "five-all-on", never: "four-unsolvable", bad: ["#0#\n0?0\n", 2, 2] },
  { id: "tiles", easy: "eight-easy", never: "loyd", bad: ["3\n1 2 3\n4 5 6\n7 7 0\n", 4, 3] },
  { id: "pegs", easy: "triangle-corner", never: "army", bad: ["grid: square\nxxo\nx?x\n", 3, 2] },
  { id: "blocks", easy: "course", never: "walled-in", bad: ["4 x\n3 1 2 1 b\n", 1, 3] },
];

let chrome, engines, lower;
before(async () => ({ chrome, engines, lower } = await raise()));
after(async () => assert.equal(await lower?.(), 0, "the server ends well when it is asked to"));

async function findings(page) {
  // Not by a script tag: the page lets nothing run but its own files.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3)}`);
}

const status = (page) => page.textContent("#status");

for (const engine of ["server", "wasm"]) {
  describe(`the page with the engine ${engine}`, { concurrency: 2 }, () => {
    for (const family of FAMILIES) {
      it(`${family.id}: plays by mouse and keys, hints, solves, watches, shares`, async () => {
        const { page, context, troubles } = await open(chrome, `${engines[engine].url}#example=${family.easy}`, { bypassCSP: false });
        const start = await look(page);
        assert.equal(start.family, family.id);
        assert.ok(start.moves.length > 0 && start.touches.length === start.moves.length);

        await byMouse(page, start.touches[0]);
        await played(page, 1);
        assert.equal((await look(page)).all[0], start.moves[0], "the mouse made the move it meant");
        await page.click("#undo");
        await played(page, 0);

        const last = start.touches.length - 1;
        await byKeys(page, start.touches[last]);
        await played(page, 1);
        assert.equal((await look(page)).all[0], start.moves[last], "the keys made the move they meant");
        await page.keyboard.press("u");
        await played(page, 0);
        await page.keyboard.press("r");
        await played(page, 1);
        await page.click("#first");
        await played(page, 0);

        await page.waitForFunction(() => /left at best/.test(document.querySelector("#hero").textContent));
        for (const wanted of [/Look at/, /The move:/, /(After it|It is)/]) {
          await page.click("#hint");
          await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#status").textContent), wanted.source);
        }

        await page.click("#solve");
        await page.waitForFunction(() => /no fewer are possible/.test(document.querySelector("#status").textContent));
        const solved = await look(page);
        await page.selectOption("#speed", "120");
        await page.click("#play-film");
        await played(page, solved.all.length);
        await page.waitForFunction(() => /Solved with/.test(document.querySelector("#status").textContent));

        const link = page.url();
        const again = await open(chrome, link);
        assert.deepEqual(await look(again.page).then(({ all, cursor, is_goal }) => ({ all, cursor, is_goal })), { all: solved.all, cursor: solved.all.length, is_goal: true });
        await again.context.close();

        const text = await saved(page, "#save-svg");
        assert.match(text.toString(), /^<svg[^>]*viewBox/);
        const animation = await saved(page, "#save-gif");
        assert.equal(animation.subarray(0, 6).toString(), "GIF89a");
        assert.deepEqual([...troubles, ...again.troubles], []);
        await context.close();
      });

      it(`${family.id}: is edited with keys, without motion where that is wished for`, async () => {
        const { page, context, troubles } = await open(chrome, `${engines[engine].url}#example=${family.easy}`, { reducedMotion: "reduce" });
        const before = JSON.stringify((await look(page)).scene);
        await page.locator("#board").focus();
        await page.keyboard.press("e");
        assert.equal(await page.getAttribute("#edit", "aria-pressed"), "true");
        if (family.id === "blocks") await page.getByRole("radio", { name: "erase" }).press("Enter");
        const { scene } = await look(page);
        await page.locator("#board").focus();
        await walkTo(page, scene.shapes[family.id === "blocks" ? 1 : 0].cells[0]);
        await page.keyboard.press("Enter");
        // Where a stroke has two ends, the second is here too.
        if (scene.form === "block") await page.keyboard.press("Enter");
        await page.waitForFunction((before) => JSON.stringify(window.fewest.look.scene) !== before, before);
        const moving = await page.evaluate(() => [...document.querySelectorAll(".shape")].some((shape) => getComputedStyle(shape).transitionDuration !== "0s"));
        assert.ok(!moving, "nothing moves by itself");
        assert.deepEqual(troubles, []);
        await context.close();
      });

      it(`${family.id}: is played with fingers on a phone, and the page stays where it is`, async () => {
        const { page, context, troubles } = await open(chrome, `${engines[engine].url}#example=${family.easy}`, PHONE);
        const start = await look(page);
        await byFinger(page, start.touches[0]);
        await played(page, 1);
        assert.equal((await look(page)).all[0], start.moves[0]);
        const top = await page.evaluate(() => (document.querySelector("#board").scrollIntoView({ block: "center" }), scrollY));
        const vertical = (await look(page)).touches.find(({ way }) => way.length > 1 && way[0][1] !== way[1][1]) ?? (await look(page)).touches[0];
        await byFinger(page, vertical);
        await played(page, 2);
        assert.equal(await page.evaluate(() => scrollY), top, "dragging does not scroll");
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.ok(!wide, "nothing is wider than the phone");
        assert.deepEqual(await findings(page), []);
        assert.deepEqual(troubles, []);
        await context.close();
      });

      it(`${family.id}: a board without solution shows its certificate, a bad text its fault`, async () => {
        const { page, context, troubles } = await open(chrome, `${engines[engine].url}#example=${family.never}`);
        await page.click("#solve");
        await page.waitForSelector("#reasons:not([hidden])");
        assert.match(await status(page), /no solution/);
        assert.match(await page.textContent("#reasons"), /A certificate/);
        assert.ok((await page.locator(".overlay > *").count()) > 0, "the certificate is a picture too");
        assert.deepEqual(await findings(page), []);

        const [bad, line, column] = family.bad;
        await page.click("#import");
        await page.selectOption("#as", family.id);
        await page.fill("#text", bad);
        await page.waitForFunction(() => document.querySelector("#fault").textContent.includes("Line"));
        assert.match(await page.textContent("#fault b"), new RegExp(`^Line ${line}, column ${column}:`));
        assert.match(await page.textContent("#fault pre"), /\^/);
        assert.equal(await page.getAttribute("#text", "aria-invalid"), "true");
        assert.deepEqual(troubles, []);
        await context.close();
      });

      it(`${family.id}: boards are edited and made`, async () => {
        const { page, context, troubles } = await open(chrome, `${engines[engine].url}#example=${family.easy}`);
        const before = JSON.stringify((await look(page)).scene);
        await page.click("#edit");
        const { scene } = await look(page);
        const free = scene.shapes.find((shape) => shape.role !== "wall").cells[0];
        if (family.id === "blocks") {
          await page.click('[data-brush="wall"]');
          const taken = new Set(scene.shapes.flatMap((shape) => shape.cells.map(String)));
          const [x, y] = Array.from({ length: scene.width * scene.height }, (_, at) => [at % scene.width, Math.floor(at / scene.width)]).find((cell) => !taken.has(String(cell)));
          await byMouse(page, { way: [[x, y]] });
        } else await byMouse(page, { way: [free] });
        await page.waitForFunction((before) => JSON.stringify(window.fewest.look.scene) !== before, before);
        assert.equal(await page.evaluate(() => window.fewest.game.example), "", "it is no example any more");
        await page.goBack();
        await page.waitForFunction((before) => JSON.stringify(window.fewest.look.scene) === before, before);

        await page.click("#new");
        await page.click(`[data-level="${family.id} 0"]`);
        await page.waitForFunction(() => !document.querySelector("#new-dialog").open && / · easy$/.test(document.querySelector("#title").textContent));
        assert.equal((await look(page)).family, family.id);
        assert.deepEqual(troubles, []);
        await context.close();
      });
    }

    it("sweeps of a peg go the way that the hand goes, round and back too", async () => {
      const before = ["c1-a1", "e3-c1", "e1-e3", "d3-b1", "a2-c2", "d5-d3"];
      const text = encodeURIComponent("hex:5\nvacancy: a1\n");
      const where = `#text=${text}&as=pegs&metric=moves&moves=${encodeURIComponent(before.join("\n"))}`;
      const { page, context, troubles } = await open(chrome, `${engines[engine].url}${where}`);
      const { moves, touches } = await look(page);
      for (const by of ["b4-d4-d2-b2-d4", "b4-d4", "b4-d4-d2-b2-b4"]) {
        const touch = touches[moves.indexOf(by)];
        await byMouse(page, touch);
        await played(page, before.length + 1);
        assert.equal((await look(page)).all.at(-1), by);
        await page.click("#undo");
        await played(page, before.length);
      }
      // By keys every way can be chosen, and the one that was heard is the one that is played.
      await page.locator("#board").focus();
      await walkTo(page, touches[moves.indexOf("b4-d4")].way[0]);
      await page.keyboard.press("Enter");
      const wanted = await page.evaluate(() => window.fewest.hands.held.ways.length);
      for (let times = 0; times < wanted; times++) await page.keyboard.press("Tab");
      const chosen = await page.evaluate(() => window.fewest.look.moves[window.fewest.look.touches.indexOf(window.fewest.hands.held.chosen)]);
      await page.keyboard.press("Enter");
      await played(page, before.length + 1);
      assert.equal((await look(page)).all.at(-1), chosen);
      assert.deepEqual(troubles, []);
      await context.close();
    });

    it("the way to the board keeps the game, and another puzzle ends the watching", async () => {
      const { page, context, troubles } = await open(chrome, `${engines[engine].url}#example=course`);
      await page.evaluate(() => window.fewest.play(window.fewest.look.moves[0]));
      await page.focus(".skip");
      await page.keyboard.press("Enter");
      assert.match(await page.evaluate(() => location.hash), /^#example=course&moves=/);
      await page.click("#solve");
      await page.waitForSelector("#status.good");
      await page.check("#loop");
      await page.click("#play-film");
      await page.evaluate(() => void (location.hash = "example=klotski"));
      await page.waitForFunction(() => /left at best/.test(document.querySelector("#hero").textContent) && /Klotski/.test(document.querySelector("#title").textContent));
      assert.equal(await page.getAttribute("#play-film", "aria-label"), "Play");
      assert.deepEqual(troubles, []);
      await context.close();
    });

    it("the map shows the game, and a click goes there", async () => {
      const { page, context, troubles } = await open(chrome, `${engines[engine].url}#example=five-hardest`);
      const says = (source) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#map-status").textContent), source);
      await page.click("#map-toggle");
      await says("^360 positions; you are 0 steps from the start, 21 to a goal");
      await byMouse(page, (await look(page)).touches[0]);
      await played(page, 1);
      await says("you are 1 step from the start, 20 to a goal");
      await page.click("#undo");
      await says("you are 0 steps");
      const canvas = page.locator("#map");
      const { width, height } = await canvas.boundingBox();
      await canvas.click({ position: { x: width - 16, y: height / 2 } });
      await page.waitForFunction(() => window.fewest.shownCursor > 3);
      const { cursor } = await look(page);
      await says(`you are ${cursor} steps from the start`);
      assert.deepEqual(await findings(page), []);
      await page.goto(`${engines[engine].url}#example=fifteen-easy`);
      await says("^The \\d+ nearest positions");
      assert.deepEqual(troubles, []);
      await context.close();
    });

    it("the start page and the dialogs have no findings, in every language", async () => {
      const { page, context, troubles } = await open(chrome, engines[engine].url, { locale: "de-DE" });
      await page.waitForSelector("#gallery .card svg");
      assert.equal(await page.getAttribute("html", "lang"), "de");
      assert.match(await page.textContent("h1"), /wenigste/);
      assert.deepEqual(await findings(page), [], "the start page");
      for (const language of ["fr", "es", "zh", "en"]) {
        await page.evaluate((language) => {
          const list = document.querySelector("#language");
          list.value = language;
          list.dispatchEvent(new Event("change"));
        }, language);
        assert.equal(await page.getAttribute("html", "lang"), language);
        assert.ok(!(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)), `nothing is too wide in ${language}`);
      }
      await page.fill("#paste", "FFFoBoHHHCBKAAGCBKJoGoIIJoEEELDDDooL");
      await page.waitForFunction(() => /Read as Sliding blocks, 6 × 6/.test(document.querySelector("#understood").textContent));
      await page.click("#understood button");
      await page.waitForFunction(() => window.fewest.look?.family === "blocks");
      for (const [button, dialog] of [["#new", "#new-dialog"], ["#import", "#import-dialog"], ["#share", "#share-dialog"], ["#settings", "#settings-dialog"]]) {
        await page.click(button);
        await page.waitForSelector(`${dialog}[open]`);
        assert.deepEqual(await findings(page), [], dialog);
        await page.click(`${dialog} .close`);
        await page.waitForSelector(`${dialog}:not([open])`, { state: "attached" });
      }
      assert.deepEqual(troubles, []);
      await context.close();
    });

    it("pasted text and dropped files are opened, dark and light have no findings", async () => {
      for (const colorScheme of ["dark", "light"]) {
        const { page, context, troubles } = await open(chrome, engines[engine].url, { colorScheme });
        await page.evaluate(() => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", "##00000\n0##0000\n0000000\n");
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        });
        await page.waitForFunction(() => window.fewest.look?.scene?.width === 7);
        await page.evaluate(() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(["FFFoBoHHHCBKAAGCBKJoGoIIJoEEELDDDooL\n"], "cars.txt"));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        });
        await page.waitForFunction(() => window.fewest.look.family === "blocks");
        assert.deepEqual(await findings(page), []);
        assert.deepEqual(troubles, []);
        await context.close();
      }
    });
  });
}

describe("the static site", () => {
  it("works without a network after one visit", async () => {
    const { page, context, troubles } = await open(chrome, engines.wasm.url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await page.click('[data-id="klotski"]');
    await page.waitForFunction(() => window.fewest.look?.scene);
    assert.deepEqual(troubles, []);
    await context.close();
  });

  it("says so when the library breaks off, and goes on", async () => {
    const trap = (script) => script.replace("ask(library, data.request)", `data.request.ask === "hint" ? trap() : $&`);
    const { page, context } = await open(chrome, `${engines.wasm.url}#example=117`, { serviceWorkers: "block" }, (context) => retell(context, trap));
    await page.click("#hint");
    await page.waitForFunction(() => /broke off: .*trap/.test(document.querySelector("#status").textContent));
    await page.click("#solve");
    await page.waitForSelector("#status.good");
    await context.close();
  });

  it("has a module of at most 1 MB compressed", () => {
    const size = gzipSync(readFileSync(join(process.env.FEWEST_SITE, "fewest.wasm")), { level: 9 }).length;
    console.log(`fewest.wasm: ${size} bytes compressed`);
    assert.ok(size <= 1_000_000, `${size} bytes`);
  });
});

describe("the server", () => {
  const ask = (path, body, headers = { "content-type": "application/json" }) => fetch(engines.server.url + path, { method: "POST", headers, body });

  it("describes itself and keeps its headers", async () => {
    for (const path of ["", "api", "api/schema.json", "js/app.js"]) {
      const answer = await fetch(engines.server.url + path);
      assert.equal(answer.status, 200, path);
      assert.match(answer.headers.get("content-security-policy"), /script-src 'self' 'wasm-unsafe-eval';/);
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
      assert.equal(answer.headers.get("x-frame-options"), "DENY");
    }
    assert.equal((await fetch(`${engines.server.url}..%2fCargo.toml`)).status, 404);
  });

  it("refuses what is no request", async () => {
    assert.equal((await ask("api/ask", "{")).status, 400);
    assert.equal((await ask("api/ask", "{}", { "content-type": "text/plain" })).status, 415);
    assert.equal((await ask("api/ask", " ".repeat(3 << 20))).status, 413);
  });

  it("tells clients to come again when the queue is full", async () => {
    const narrow = await program("--log", "none", "--threads", "1", "--queue", "1");
    const puzzle = { sources: [{ name: "endless", bytes: ENDLESS }], as: "tiles" };
    const stop = new AbortController();
    const headers = { "content-type": "application/json" };
    const post = (path, more = {}, signal = undefined) => fetch(narrow.url + path, { method: "POST", headers, body: JSON.stringify({ ask: "solve", puzzle, ...more }), signal });
    // One that waits for its answer without events takes the only slot.
    const silent = post("api/ask", {}, stop.signal).catch((error) => error.name);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const answers = await Promise.all(Array.from({ length: 3 }, () => post("api/jobs", {}, stop.signal)));
    const full = answers.filter((answer) => answer.status === 429);
    assert.ok(full.length > 0 && full.every((answer) => Number(answer.headers.get("retry-after")) > 0));
    // A client that disconnects makes room at once.
    stop.abort();
    assert.equal(await silent, "AbortError");
    let again;
    for (let tries = 0; tries < 50; tries++) {
      again = await post("api/ask", { milliseconds: 2000 });
      if (again.status !== 429) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.equal(again.status, 200);
    assert.equal((await again.json()).limit, "time");
    // Requests that still run at shutdown are answered with what is known.
    const last = (await post("api/jobs")).text();
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(await narrow.end(), 0);
    assert.match(await last, /event: done\ndata: .*"limit":"interrupt"/);
  });
});

/** What a button saves. */
async function saved(page, button) {
  if (!(await page.evaluate(() => document.querySelector("#share-dialog").open))) await page.click("#share");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return readFileSync(await download.path());
}

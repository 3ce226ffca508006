// Parts of the page that need no browser: words, outlines, drag tracing, places, levels, storage
// names. Run by `cargo xtask test browser`, and by hand with `node --test pure.test.mjs`.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../../crates/cli/web/", import.meta.url));
const load = (name) => import(join(WEB, "js", name));
const { LANGUAGES, WORDS, plain, setLanguage, t, units } = await load("words.js");
const { blankOf, geometry, isFull, nearest, places } = await load("geometry.js");
const { outline } = await load("picture.js");
const { along, ending, stopAt, traced } = await load("hands.js");
const { howOf, levelOf, movesOf, seedOf, DIFFICULTIES } = await load("levels.js");
const { nameOfPuzzle } = await load("store.js");
const { parity } = await load("parity.js");
const { measure } = await load("reasons.js");

describe("words", () => {
  const sources = readdirSync(join(WEB, "js")).filter((name) => name.endsWith(".js") && name !== "words.js");
  const script = sources.map((name) => readFileSync(join(WEB, "js", name), "utf8")).join("\n");
  const page = readFileSync(join(WEB, "index.html"), "utf8");

  it("has every text in every language, with the same places to fill in and the same number of forms or one", () => {
    const holes = (text) => [...new Set(text.split("|").flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort().join();
    for (const [key, row] of Object.entries(WORDS)) {
      assert.equal(row.length, Object.keys(LANGUAGES).length, key);
      for (const text of row) assert.ok(text.trim(), key);
      for (const text of row) assert.equal(holes(text), holes(row[0]), `${key}: ${text}`);
      for (const text of row) assert.ok(text.split("|").length <= 2, `${key}: ${text}`);
    }
  });

  it("has every text that the page uses, and no other", () => {
    const used = new Set([...page.matchAll(/data-t(?:-label)?="([^"]+)"/g)].map(([, key]) => key));
    for (const [literal] of script.matchAll(/"(?:[^"\\\n]|\\.)*"/g)) if (WORDS[literal.slice(1, -1)]) used.add(literal.slice(1, -1));
    for (const [, call] of script.matchAll(/\bt\(([^)]*)\)/g)) {
      for (const [, key] of call.matchAll(/"([a-z][a-z0-9-]{3,})"/g)) assert.ok(WORDS[key] || ["kept", "lost", "piece", "wall"].includes(key), `there is no text “${key}”`);
    }
    // Names that are put together, such as `family-lights`.
    const families = [...script.matchAll(/`([a-z]+-)\$\{/g)].map(([, begin]) => begin);
    const isMade = (key) => families.some((begin) => key.startsWith(begin)) || /^(g-|rule |aim-|cert-|limit-|lacks-|missing-|unit-|metric-|goal-)/.test(key);
    for (const key of used) assert.ok(WORDS[key], `there is no text “${key}”`);
    assert.deepEqual(Object.keys(WORDS).filter((key) => !used.has(key) && !isMade(key)), [], "texts that are not used");
  });

  it("counts in every language", () => {
    for (const language of Object.keys(LANGUAGES)) {
      setLanguage(language);
      assert.match(units(1, "presses"), /^1 /);
      assert.notEqual(units(2, "unknown"), "unit-moves");
    }
    setLanguage("de-AT");
    assert.equal(t("new"), "Neu");
    setLanguage("tlh");
    assert.equal(t("new"), "New");
    assert.equal(units(1, "presses"), "1 press");
  });

  it("shows no words of the command line", () => {
    assert.equal(plain({ what: "`x` is no goal", remedy: "say `--goal snail`" }), "“x” is no goal");
    assert.equal(plain({ what: "a row is too short", remedy: "add a cell" }), "a row is too short (add a cell)");
  });
});

describe("places", () => {
  const tiles = { width: 2, height: 2, grid: "square", ground: "floor", form: "block", naming: "rows", shapes: [[0, 0], [1, 0], [0, 1]].map((cell, id) => ({ id, label: String(id), role: "piece", cells: [cell] })) };

  it("finds the only empty place of sliding tiles, and none elsewhere", () => {
    assert.deepEqual(blankOf(tiles), [1, 1]);
    assert.equal(blankOf({ ...tiles, shapes: tiles.shapes.slice(1) }), undefined);
    assert.equal(blankOf({ ...tiles, shapes: [{ id: 0, label: "", role: "wall", cells: [[0, 0]] }, ...tiles.shapes.slice(1)] }), undefined);
  });

  it("lays out square and triangular boards", () => {
    assert.deepEqual([geometry(tiles).width, geometry(tiles).middle([1, 1])], [80, [60, 60]]);
    const triangle = { ...tiles, grid: "triangular", ground: "nothing", form: "peg", width: 3 };
    assert.ok(!isFull(triangle) && places(triangle).length === 3);
    assert.deepEqual(geometry(triangle).middle([2, 0]), [60, 20]);
    assert.deepEqual(nearest([[0, 0], [2, 0], [4, 0]], [0, 0], [1, 0]), [2, 0]);
  });
});

describe("outlines", () => {
  const corners = (cells) => (outline(cells).match(/Q/g) ?? []).length;

  it("have a round corner for each turn, and a loop for each hole", () => {
    assert.equal(corners([[0, 0]]), 4);
    assert.equal(corners([[0, 0], [1, 0]]), 4);
    assert.equal(corners([[0, 0], [0, 1], [1, 1]]), 6);
    const ring = [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]];
    assert.equal(corners(ring), 8);
    assert.equal((outline(ring).match(/M/g) ?? []).length, 2);
    // Cells that touch in a corner only are two loops.
    assert.equal((outline([[0, 0], [1, 1]]).match(/M/g) ?? []).length, 2);
  });
});

describe("drags", () => {
  const [right, round] = [{ shape: 1, way: [[0, 0], [2, 0]] }, { shape: 1, way: [[0, 0], [0, 2], [2, 2], [2, 0]] }];

  it("choose the way that the hand went", () => {
    assert.equal(traced([right, round], [[0, 0]], [2, 0]), undefined);
    assert.equal(traced([right, round], [[0, 0], [2, 0]], [2, 0]), right);
    assert.equal(traced([right, round], [[0, 0], [0, 2], [2, 2], [2, 0]], [2, 0]), round);
  });

  it("end where the hand is nearest, unless it stays", () => {
    assert.equal(ending([right, round], [1.6, 0]), right);
    assert.equal(ending([right], [0.4, 0]), undefined);
    assert.deepEqual(along([right], { x: 1.2, y: 0.8 }).at, [1.2, 0]);
    assert.deepEqual(stopAt([right], { x: 1.8, y: 0.1 }), [2, 0]);
    assert.equal(stopAt([right], { x: 1, y: 0 }), undefined);
  });
});

describe("levels", () => {
  it("get harder, and a day has one seed everywhere", () => {
    for (const family of ["lights", "tiles", "pegs", "blocks"]) {
      const moves = DIFFICULTIES.map((_, level) => movesOf(family, level));
      assert.deepEqual(moves, [...moves].sort((one, other) => one - other));
      assert.deepEqual(howOf(family, 1, 7), howOf(family, 1, 7));
    }
    const day = new Date(2026, 10, 18);
    assert.deepEqual([seedOf(day), levelOf(day)], [20261118, 1]);
  });
});

describe("storage", () => {
  it("names puzzles by everything that makes them what they are", () => {
    const puzzle = { sources: [{ name: "a", bytes: "#0\n" }], as: "lights" };
    assert.equal(nameOfPuzzle(puzzle, ""), nameOfPuzzle({ ...puzzle, sources: [{ name: "b", bytes: "#0\n" }] }, ""));
    assert.notEqual(nameOfPuzzle(puzzle, ""), nameOfPuzzle({ ...puzzle, metric: "x" }, ""));
    assert.notEqual(nameOfPuzzle(puzzle, ""), nameOfPuzzle({ ...puzzle, sources: [{ name: "a", bytes: "##\n" }] }, ""));
  });
});

describe("certificates", () => {
  it("count the marked lights and the weights of pegs", () => {
    const shape = (id, role, label = "") => ({ id, role, label, cells: [[id, 0]] });
    const overlay = { title: "", marks: [{ at: [0, 0] }, { at: [2, 0] }] };
    assert.equal(measure({ form: "light", shapes: [shape(0, "lit", "#"), shape(1, "lit", "#"), shape(2, "mark")] }, overlay), 1);
    const weights = { title: "", marks: [{ at: [0, 0], text: "3" }, { at: [1, 0], text: "-1" }, { at: [2, 0], text: "5" }] };
    assert.equal(measure({ form: "peg", shapes: [shape(0, "piece"), shape(1, "piece"), shape(2, "mark")] }, weights), 2);
    assert.equal(measure({ form: "block", shapes: [] }, weights), undefined);
  });

  it("count the order of tiles: a slide changes the sum, and leaves it odd", () => {
    const scene = (rows, goal) => ({
      ...{ width: rows[0].length, height: rows.length, grid: "square", ground: "floor", form: "block", naming: "rows" },
      aims: [{ id: "order", text: "", rows: goal.map((row) => row.map((number) => (number ? String(number) : ""))) }],
      shapes: rows.flatMap((row, y) => row.flatMap((number, x) => (number ? [{ id: number, label: String(number), role: "piece", cells: [[x, y]] }] : []))),
    });
    const three = [[1, 2, 3], [4, 5, 6], [7, 8, 0]];
    const sums = (rows, goal) => ["inversions", "parity"].map((kind) => parity(scene(rows, goal), { kind }).sum);
    assert.deepEqual(sums(three, three), [0, 0]);
    assert.deepEqual(sums([[1, 2, 3], [4, 5, 6], [8, 7, 0]], three), [1, 1]);
    assert.deepEqual(sums([[1, 2, 3], [4, 0, 6], [8, 5, 7]], three), [3, 5]);
    const two = [[1, 2], [3, 0]];
    assert.deepEqual(sums([[2, 1], [3, 0]], two), [1, 1]);
    assert.deepEqual(sums([[2, 0], [3, 1]], two), [3, 3]);
    assert.deepEqual(parity(scene([[2, 1], [3, 0]], two), { kind: "parity" }).marks, [{ at: [0, 0], text: "a" }, { at: [1, 0], text: "a" }]);
    assert.equal(parity(scene(three, three), { kind: "order" }), undefined);
  });
});

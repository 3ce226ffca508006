// Why an order of tiles cannot be reached, counted again after every slide: what is counted changes,
// and whether it is odd does not.

import { blankOf } from "./geometry.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Overlay} Overlay */
/** @typedef {{ kind: "pairs" | "pairs-rows" | "exchanges", a: number, b: number, sum: number, marks: Overlay["marks"] }} Parity */

/** What a certificate counts on sliding tiles: a sum that is 0 where all is in order. @param {Scene} scene @param {unknown} certificate @returns {Parity | undefined} */
export function parity(scene, certificate) {
  const { kind } = /** @type {{ kind?: string }} */ (certificate ?? {});
  const blank = blankOf(scene);
  if (!blank) return undefined;
  if (kind === "inversions") return inversions(scene, blank);
  return kind === "parity" ? exchanges(scene, blank) : undefined;
}

/** Pairs in the wrong order, and the rows below the gap where the board is evenly wide: a slide upwards passes an odd number of tiles there. @param {Scene} scene @param {[number, number]} blank @returns {Parity} */
function inversions(scene, blank) {
  const tiles = scene.shapes.map((shape) => ({ at: shape.cells[0], number: Number(shape.label) }));
  tiles.sort((one, other) => one.at[1] - other.at[1] || one.at[0] - other.at[0]);
  const smaller = tiles.map(({ number }, at) => tiles.slice(at + 1).filter((other) => other.number < number).length);
  const a = smaller.reduce((sum, count) => sum + count, 0);
  const marks = tiles.flatMap(({ at }, index) => (smaller[index] ? [{ at, text: String(smaller[index]) }] : []));
  if (scene.width % 2) return { kind: "pairs", a, b: 0, sum: a, marks };
  const b = scene.height - 1 - blank[1];
  return { kind: "pairs-rows", a, b, sum: a + b, marks };
}

/** Exchanges that would put everything in its place, and how far the gap is from its own. Tiles of one ring have one letter. @param {Scene} scene @param {[number, number]} blank @returns {Parity | undefined} */
function exchanges(scene, blank) {
  const rows = scene.aims?.find((aim) => aim.rows)?.rows;
  if (!rows) return undefined;
  const cell = (/** @type {[number, number]} */ [x, y]) => y * scene.width + x;
  const labels = new Map(scene.shapes.map((shape) => [cell(shape.cells[0]), shape.label]));
  const homes = new Map(rows.flat().map((label, at) => [label, at]));
  const home = (/** @type {number} */ at) => homes.get(labels.get(at) ?? "") ?? at;
  /** @type {Map<number, string>} */
  const rings = new Map();
  let [a, ring] = [0, 0];
  for (let start = 0; start < scene.width * scene.height; start++) {
    if (home(start) === start || rings.has(start)) continue;
    for (let at = start; !rings.has(at); at = home(at)) {
      rings.set(at, String.fromCharCode(97 + (ring % 26)));
      a++;
    }
    // A ring of n takes n - 1 exchanges.
    a--;
    ring++;
  }
  const [x, y] = [home(cell(blank)) % scene.width, Math.floor(home(cell(blank)) / scene.width)];
  const b = Math.abs(x - blank[0]) + Math.abs(y - blank[1]);
  const marks = [...rings].map(([at, text]) => ({ at: /** @type {[number, number]} */ ([at % scene.width, Math.floor(at / scene.width)]), text }));
  return { kind: "exchanges", a, b, sum: a + b, marks };
}

// The coordinates of the places of a scene in the picture.

import { t } from "./words.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {[number, number]} Place column and row */

/** The side of a place. */
export const UNIT = 40;
/** Around everything. */
export const MARGIN = 8;

/**
 * @typedef {object} Geometry
 * @property {(place: Place) => [number, number]} middle the middle of a place
 * @property {(place: Place) => [number, number]} shift from the first place to another, in picture units
 * @property {number} width
 * @property {number} height
 */

/** @param {Scene} scene @returns {Geometry} */
export function geometry(scene) {
  if (scene.spots) return onWires(scene, scene.spots);
  const half = scene.grid !== "square";
  const [across, down] = half ? [UNIT / 2, UNIT * 0.87] : [UNIT, UNIT];
  return {
    middle: ([x, y]) => [x * across + UNIT / 2, y * down + UNIT / 2],
    shift: ([x, y]) => [x * across, y * down],
    width: (scene.width - 1) * across + UNIT,
    height: (scene.height - 1) * down + UNIT,
  };
}

/** Places that hang on wires lie where their spots are. @param {Scene} scene @param {Place[]} spots @returns {Geometry} */
function onWires(scene, spots) {
  const fine = UNIT / 100;
  const middles = new Map(scene.shapes.map((shape, at) => [shape.cells[0].join(), spots[at].map((value) => value * fine)]));
  const middle = (/** @type {Place} */ place) => /** @type {[number, number]} */ (middles.get(place.join()) ?? [0, 0]);
  const side = (/** @type {0 | 1} */ axis) => Math.max(...spots.map((spot) => spot[axis])) * fine + UNIT / 2;
  return {
    middle,
    shift: (place) => /** @type {[number, number]} */ (middle(place).map((value) => value - UNIT / 2)),
    width: side(0),
    height: side(1),
  };
}

/** What people call a place, as moves and proofs call it too. @param {Scene} scene @param {Place} place */
export function nameOf(scene, place) {
  const [x, y] = place;
  return shapeAt(scene, place)?.name || (scene.naming === "pairs" ? `(${x}, ${y})` : t("row-column", { row: y + 1, column: x + 1 }));
}

/** Whether every column of every row is a place. @param {Scene} scene */
export const isFull = (scene) => scene.ground === "floor" && scene.grid === "square";

/** The one empty place of a board that is otherwise full of single pieces, as sliding tiles are. @param {Scene} scene @returns {Place | undefined} */
export function blankOf(scene) {
  if (!isFull(scene) || scene.form !== "block" || scene.shapes.length !== scene.width * scene.height - 1) return undefined;
  if (!scene.shapes.every((shape) => shape.role === "piece" && shape.cells.length === 1)) return undefined;
  const taken = new Set(scene.shapes.map((shape) => shape.cells[0].join()));
  return places(scene).find((place) => !taken.has(place.join()));
}

/** Whether a place of such a scene is on the board. @param {Scene} scene @param {Place} place */
export const isOn = (scene, [x, y]) => x >= 0 && y >= 0 && x < scene.width && y < scene.height;

/** All places of a scene that can be pointed at. @param {Scene} scene @returns {Place[]} */
export function places(scene) {
  if (!isFull(scene)) return scene.shapes.flatMap((shape) => shape.cells);
  return Array.from({ length: scene.width * scene.height }, (_, at) => [at % scene.width, Math.floor(at / scene.width)]);
}

/** @param {Place} one @param {Place} other */
export const same = (one, other) => one[0] === other[0] && one[1] === other[1];

/** The shape on a place. @param {Scene} scene @param {Place} place @returns {import("./types.js").Shape | undefined} */
export function shapeAt(scene, place) {
  if (!scene.bitmap) return scene.shapes.find((shape) => shape.cells.some((cell) => same(cell, place)));
  const [x, y] = place;
  return scene.bitmap[y]?.[x] === "#" ? { id: y * scene.width + x, label: "#", role: "lit", cells: [place] } : undefined;
}

/**
 * The nearest of some places in a direction: straight ahead before aside.
 * @param {Place[]} among @param {Place} from @param {Place} direction
 */
export function nearest(among, from, [right, below]) {
  /** @type {Place | undefined} */
  let best;
  let least = Infinity;
  for (const place of among) {
    const [dx, dy] = [place[0] - from[0], place[1] - from[1]];
    const ahead = right ? dx * right : dy * below;
    const aside = Math.abs(right ? dy : dx);
    if (ahead <= 0 || (right && aside > 0)) continue;
    if (ahead * 4 + aside < least) [best, least] = [place, ahead * 4 + aside];
  }
  return best;
}

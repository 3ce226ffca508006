// The hardest boards of every family, as fragments of addresses.
import { ENDLESS } from "./stage.mjs";

export const text = (words, as) => `text=${encodeURIComponent(words)}&as=${as}`;
export const TILES = text(ENDLESS, "tiles");
// More positions than fit into any memory: with an obvious solution, with a long one, and with none
// that can be found.
export const TRAY = text(tray(), "blocks:course");
export const FULL = text(full(8, [[1, 4], [3, 2], [5, 6], [7, 1]]), "blocks:course");
export const LONG = text(full(14, [[9, 9], [13, 2], [5, 11], [7, 1]]), "blocks:course");
export const LARGE = text(tenRows(), "tiles");
export const LIGHTS = text(`${"#".repeat(59)}\n`.repeat(59), "lights");
// Too many paths for one piece to be listed.
export const WIDE = text(`60 60\n1 1 2 2 b\n${Array.from({ length: 20 }, (_, at) => `4 ${1 + 2 * at} 1 1 b\n`).join("")}`, "blocks:course");
export const HEXAGON = text("hex:5\nvacancy: a1\n", "pegs");
// 61 x 61 lights: 2^40 ways lead to the end, and the fewest presses are among them.
export const NULL_40 = text(`${"#".repeat(61)}\n`.repeat(61), "lights");

/** A tray of 12 x 12 with 60 pieces of all kinds. */
function tray() {
  const pieces = ["6 1 2 2 b"];
  for (let row = 1; row <= 12; row++) {
    for (let column = 1; column <= 12; column += 2) {
      if ((row + column) % 4 < 2 && !(row >= 5 && row <= 8 && column <= 3)) pieces.push(`${row} ${column} ${1 + ((row + column) % 2)} 1 b`);
    }
  }
  return `12 12\n${pieces.join("\n")}\n`;
}

/** Tiles on ten rows, each 33 cells before its place: 33 cycles of three tiles, an even permutation. */
function tenRows() {
  const cells = Array.from({ length: 100 }, (_, cell) => (cell < 99 ? ((cell + 33) % 99) + 1 : 0));
  return `10 10\n${cells.join(" ")}\n`;
}

/** A large piece among small ones on a square board with some empty cells. */
function full(side, empty) {
  const cells = Array.from({ length: side * side }, (_, cell) => [Math.floor(cell / side), cell % side]);
  const isSmall = ([row, column]) => (row > 1 || column > 1) && !empty.some(([other, across]) => other === row && across === column);
  return `${side} ${side}\n1 1 2 2 b\n${cells.filter(isSmall).map(([row, column]) => `${row + 1} ${column + 1} 1 1 b`).join("\n")}\n`;
}

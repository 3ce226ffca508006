// Difficulties by name: each is an exact number of moves on a board of a size; and the puzzles of a
// day, which are the same for everybody.

/** @typedef {import("./types.js").GenerateHow} GenerateHow */

export const DIFFICULTIES = /** @type {const} */ (["easy", "medium", "hard", "brutal"]);

/** What each difficulty asks for. @type {Record<string, GenerateHow[]>} */
const HOW = {
  lights: [
    { size: [5, 5], moves: 4 },
    { size: [5, 5], moves: 8 },
    { size: [5, 5], moves: 12 },
    { size: [5, 5], moves: 15 },
  ],
  tiles: [
    { size: [3, 3], moves: 10 },
    { size: [3, 3], moves: 20 },
    { size: [3, 3], moves: 28 },
    { size: [4, 4], moves: 40 },
  ],
  pegs: [
    { size: [4, 4], moves: 6 },
    { size: [4, 4], moves: 8 },
    { size: [5, 5], moves: 11 },
    { size: [5, 5], moves: 13 },
  ],
  blocks: [
    { size: [6, 6], moves: 8 },
    { size: [6, 6], moves: 14 },
    { size: [6, 6], moves: 20 },
    { size: [6, 6], moves: 26 },
  ],
};

/** How hard the puzzles of a weekday are, from Sunday. */
const WEEK = [3, 0, 0, 1, 1, 2, 2];

/** What to make for a difficulty. @param {string} family @param {number} level @param {number} seed @returns {GenerateHow} */
export function howOf(family, level, seed) {
  const { rule, size, moves } = HOW[family]?.[level] ?? {};
  return { ...(rule ? { rule } : { size }), moves, seed };
}

/** The moves that a difficulty needs. @param {string} family @param {number} level */
export const movesOf = (family, level) => HOW[family]?.[level]?.moves;

/** Families with named difficulties. */
export const hasLevels = (/** @type {string} */ family) => family in HOW;

/** The difficulty of a day. @param {Date} date */
export const levelOf = (date) => WEEK[date.getDay()];

/** The seed of a day. @param {Date} date */
export const seedOf = (date) => date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();

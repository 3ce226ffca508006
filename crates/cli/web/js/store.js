// What this browser keeps, on the device only: settings, the game of every puzzle, best results,
// solved days. Everything is optional: without storage the page works and forgets.

const PREFIX = "fewest ";
/** The number of games that are kept; the oldest make room. */
const GAMES = 200;
/** A longer game is not kept here. */
const LONGEST = 20_000;

/** @typedef {import("./game.js").Snapshot} Snapshot */
/** @typedef {{ moves: number, fewest?: number }} Best */

/** @template T @param {string} name @param {T} otherwise @returns {T} */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} what */
export function remember(name, what) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(what));
  } catch {
    // A full or forbidden storage keeps nothing.
  }
}

/** A short name of a puzzle: the example, or a hash of everything that makes it this puzzle. @param {import("./types.js").Puzzle} puzzle @param {string} example */
export function nameOfPuzzle({ sources, as, metric, goal, start }, example) {
  const rest = [metric ?? "", goal ?? "", start ?? ""].join("|");
  const text = example ? `${example}|${rest}` : `${sources[0]?.bytes ?? ""}|${as ?? ""}|${rest}`;
  let hash = 0xcbf29ce484222325n;
  if (text.length <= LONGEST) for (const char of text) hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n);
  else return "";
  return hash.toString(36);
}

/** Keeps a game under the name of its puzzle, and as the latest of its family. @param {string} name @param {string} family @param {Snapshot} game */
export function keepGame(name, family, game) {
  if (!name || JSON.stringify(game).length > LONGEST) return;
  const games = recall("games", /** @type {Record<string, { at: number, family: string, game: Snapshot }>} */ ({}));
  games[name] = { at: Date.now(), family, game };
  const names = Object.keys(games).sort((one, other) => games[other].at - games[one].at);
  for (const old of names.slice(GAMES)) delete games[old];
  remember("games", games);
}

/** The game that was kept under a name. @param {string} name @returns {Snapshot | undefined} */
export const keptGame = (name) => recall("games", /** @type {any} */ ({}))[name]?.game;

/** The latest game of a family. @param {string} family @returns {Snapshot | undefined} */
export function latestGame(family) {
  const games = Object.values(recall("games", /** @type {Record<string, any>} */ ({})));
  return games.filter((kept) => kept.family === family).sort((one, other) => other.at - one.at)[0]?.game;
}

/** Notes a result; true if it is better than what was there. @param {string} name @param {number} moves @param {number} [fewest] */
export function noteBest(name, moves, fewest) {
  const all = recall("best", /** @type {Record<string, Best>} */ ({}));
  const before = all[name];
  const isBetter = !before || moves < before.moves;
  all[name] = { moves: isBetter ? moves : before.moves, fewest: fewest ?? before?.fewest };
  remember("best", all);
  return isBetter;
}

/** @param {string} name @returns {Best | undefined} */
export const bestOf = (name) => recall("best", /** @type {Record<string, Best>} */ ({}))[name];

/** Notes a solved puzzle of the day. @param {string} day @param {string} family */
export function noteDay(day, family) {
  const days = recall("days", /** @type {Record<string, string[]>} */ ({}));
  days[day] = [...new Set([...(days[day] ?? []), family])];
  remember("days", days);
}

/** How many days in a row, up to today or yesterday, have a solved puzzle. @param {Date} today */
export function streak(today) {
  const days = recall("days", /** @type {Record<string, string[]>} */ ({}));
  const at = new Date(today);
  if (!days[dayOf(at)]) at.setDate(at.getDate() - 1);
  let length = 0;
  for (; days[dayOf(at)]; at.setDate(at.getDate() - 1)) length++;
  return length;
}

/** A date as `2026-11-18`, in the time of this place. @param {Date} date */
export const dayOf = (date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;

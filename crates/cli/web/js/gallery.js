// The famous puzzles of the start page, and what puzzles are called. Names and history are in
// `words.js`, under `g-` and the name.

import { has, t } from "./words.js";

/**
 * A puzzle of the gallery: an example of the program, or a text.
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} [text]
 * @property {string} [as]
 * @property {number | null} [fewest]
 */

/** By family. @type {Record<string, Entry[]>} */
export const GALLERY = {
  blocks: [{ id: "klotski" }, { id: "traffic" }, { id: "dads" }, { id: "course" }],
  tiles: [{ id: "fifteen-easy" }, { id: "loyd" }, { id: "eight-hardest" }, { id: "eight-easy" }],
  pegs: [
    { id: "english", text: "english\n", as: "pegs:named", fewest: 31 },
    { id: "french", text: "board: french\nvacancy: d3\n", as: "pegs:named", fewest: 35 },
    { id: "triangle-corner" },
    { id: "triangle" },
    { id: "greek-cross" },
    { id: "hexagon" },
  ],
  lights: [{ id: "five-all-on" }, { id: "merlin" }, { id: "117" }, { id: "grid01" }, { id: "three-colours" }, { id: "petersen" }],
};

/** The name of a puzzle of the gallery, or a line about it; empty if it has none. @param {string} id @param {"" | "about"} [what] */
export function nameOf(id, what = "") {
  const key = `g-${id}${what && `-${what}`}`;
  if (has(key)) return t(key);
  // Others have the name of their file.
  return what ? "" : `${id.slice(0, 1).toUpperCase()}${id.slice(1).replaceAll("-", " ")}`;
}

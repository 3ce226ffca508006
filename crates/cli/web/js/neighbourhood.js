// The surroundings of a position whose whole space is too large: every position within a few moves,
// as rings around it.

/** @typedef {import("./types.js").Chart} Chart */

/** Limits: positions, and moves from the game. */
const [MOST, FAR] = [150, 6];

/**
 * The chart of the surroundings; each position has the moves that lead to it.
 * @param {import("./app.js").App} app
 * @param {AbortSignal} signal
 * @returns {Promise<{ map: Chart, ways: string[][] }>}
 */
export async function neighbourhood(app, signal) {
  const { engine, game } = app;
  const before = game.moves.slice(0, game.cursor);
  const look = (/** @type {string[]} */ way) => engine.ask({ ask: "look", puzzle: game.puzzle, moves: [...before, ...way], cursor: before.length + way.length }, { signal });
  const key = (/** @type {import("./types.js").Response} */ at) => JSON.stringify(at.scene?.shapes.map((shape) => [shape.id, shape.role, shape.label, shape.cells]));
  const first = await look([]);
  /** @type {Map<string, number>} */
  const known = new Map([[key(first), 0]]);
  const looks = [first];
  /** @type {string[][]} */
  const ways = [[]];
  /** @type {[number, number][]} */
  const edges = [];
  const parents = [0];
  for (let at = 0; at < looks.length; at++) {
    if (ways[at].length >= FAR) break;
    for (const by of looks[at].moves ?? []) {
      if (looks.length >= MOST) break;
      const there = await look([...ways[at], by]);
      const name = key(there);
      const other = known.get(name);
      if (other === undefined) {
        known.set(name, looks.length);
        edges.push([at, looks.length]);
        parents.push(at);
        looks.push(there);
        ways.push([...ways[at], by]);
      } else if (other !== at && !edges.some(([from, to]) => from === Math.min(at, other) && to === Math.max(at, other))) edges.push([Math.min(at, other), Math.max(at, other)]);
    }
  }
  const goals = looks.map((one) => (one.is_goal ? 0 : null));
  const map = { positions: looks.length, solved: goals.filter((goal) => goal === 0).length, from_start: ways.map((way) => way.length), to_goal: goals, lost: 0, edges, directed: false, merged: false, sample: false, path: [], game: [0], places: rings(parents, ways.map((way) => way.length)) };
  return { map, ways };
}

/** Places on rings: every position has a share of the circle by the number of those behind it. @param {number[]} parents @param {number[]} depths @returns {[number, number][]} */
function rings(parents, depths) {
  const leaves = parents.map(() => 0);
  for (let at = parents.length - 1; at > 0; at--) {
    if (leaves[at] === 0) leaves[at] = 1;
    leaves[parents[at]] += leaves[at];
  }
  const begins = parents.map(() => 0);
  const taken = parents.map(() => 0);
  const far = Math.max(1, ...depths);
  return parents.map((parent, at) => {
    if (at > 0) {
      begins[at] = begins[parent] + taken[parent];
      taken[parent] += leaves[at];
    }
    const angle = ((begins[at] + leaves[at] / 2) / Math.max(1, leaves[0])) * 2 * Math.PI;
    const radius = (100 * depths[at]) / far;
    return /** @type {[number, number]} */ ([100 + radius * Math.cos(angle), 100 + radius * Math.sin(angle)]);
  });
}

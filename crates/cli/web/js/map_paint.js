// The picture of a map: moves as lines, positions as points coloured by the moves to a goal, the
// start, the goals, and ways over it.

/** @typedef {import("./types.js").Chart} Chart */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {[number, number]} Point */

/** From a goal to the farthest; brighter is nearer, so that it can be told in grey. */
const STOPS = [[255, 236, 92], [176, 221, 74], [78, 194, 122], [38, 160, 158], [52, 125, 178], [84, 92, 178], [104, 62, 152]];
const [GROUND, LIGHT, LOST, GLOW] = ["#0e111b", "#f6f7fa", "#70747e", "#ff9a5c"];

/** @param {number} share */
function colour(share) {
  const place = Math.min(1, Math.max(0, share)) * (STOPS.length - 1);
  const before = Math.min(Math.floor(place), STOPS.length - 2);
  const mixed = STOPS[before].map((from, at) => Math.round(from + (STOPS[before + 1][at] - from) * (place - before)));
  return `rgb(${mixed.join(" ")})`;
}

/** Moves, positions, goals and the start. @param {Pen} pen @param {Chart} map @param {Point[]} points @param {number} zoom */
export function paint(pen, map, points, zoom) {
  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  const distances = map.solved && map.to_goal.some((left) => (left ?? 0) > 0) ? map.to_goal : map.from_start;
  const most = Math.max(1, distances.reduce((/** @type {number} */ far, left) => Math.max(far, left ?? 0), 0));
  const shade = (/** @type {number | null} */ left) => (left === null ? LOST : colour(left / most));
  // The farthest first, so that what is near to a goal is seen.
  const farther = ([from, to] = [0, 0]) => (distances[from] === null || distances[to] === null ? null : Math.max(distances[from] ?? 0, distances[to] ?? 0));
  const edges = map.edges.map((edge) => ({ edge, far: farther(edge) })).sort((one, other) => (other.far ?? Infinity) - (one.far ?? Infinity));
  const side = Math.min(pen.canvas.width, pen.canvas.height) / (devicePixelRatio || 1);
  const dot = Math.min(6, Math.max(0.7, (side * 0.1 * Math.sqrt(zoom)) / Math.sqrt(points.length)));
  pen.lineWidth = Math.max(0.3, dot / 3);
  pen.globalAlpha = 0.55;
  for (let at = 0; at < edges.length; ) {
    const { far } = edges[at];
    pen.strokeStyle = shade(far);
    pen.beginPath();
    for (; at < edges.length && edges[at].far === far; at++) {
      const [from, to] = edges[at].edge;
      pen.moveTo(...points[from]);
      pen.lineTo(...points[to]);
    }
    pen.stroke();
  }
  pen.globalAlpha = 1;
  const order = points.map((_, at) => at).sort((one, other) => (distances[other] ?? Infinity) - (distances[one] ?? Infinity));
  for (const at of order) {
    const [x, y] = points[at];
    pen.fillStyle = shade(distances[at]);
    pen.beginPath();
    if (map.to_goal[at] === 0) shape(pen, x, y, Math.max(2.5, dot * 1.6), [[0, -1.3], [1, 0], [0, 1.3], [-1, 0]]);
    else pen.arc(x, y, dot, 0, 7);
    pen.fill();
  }
  pen.beginPath();
  shape(pen, ...points[0], 7, [[0, -1.1], [0.95, 0.65], [-0.95, 0.65]]);
  [pen.fillStyle, pen.strokeStyle, pen.lineWidth] = [LIGHT, GROUND, 1.5];
  pen.stroke();
  pen.fill();
}

/** @param {Pen} pen @param {number} x @param {number} y @param {number} size @param {number[][]} corners */
function shape(pen, x, y, size, corners) {
  for (const [right, down] of corners) pen.lineTo(x + right * size, y + down * size);
  pen.closePath();
}

/** A way over the map, glowing. @param {Pen} pen @param {Point[]} points */
export function glow(pen, points) {
  pen.lineJoin = pen.lineCap = "round";
  for (const [alpha, width] of [[0.18, 14], [0.35, 8], [1, 3]]) {
    [pen.strokeStyle, pen.lineWidth, pen.globalAlpha] = [GLOW, width, alpha];
    line(pen, points);
  }
  pen.globalAlpha = 1;
}

/** The way of the game, with a ring where it is now. @param {Pen} pen @param {Point[]} points */
export function way(pen, points) {
  const here = points.at(-1);
  if (!here) return;
  pen.lineJoin = pen.lineCap = "round";
  const lines = /** @type {[string, number][]} */ ([[GROUND, 5], [LIGHT, 2.5]]);
  for (const [ink, width] of lines) {
    [pen.strokeStyle, pen.lineWidth] = [ink, width];
    line(pen, points);
    pen.beginPath();
    pen.arc(...here, 8, 0, 7);
    pen.stroke();
  }
}

/** @param {Pen} pen @param {Point[]} points */
function line(pen, points) {
  pen.beginPath();
  for (const point of points) pen.lineTo(...point);
  pen.stroke();
}

// The map of the puzzle beside the board: every position a point, every move a line, coloured by
// the moves to a goal. The game is a line on it, and a click goes to the position that is clicked.
// The shortest solution is not drawn: that would spoil the game.

import { announce, count, find, isAbort, say } from "./page.js";

/** @typedef {import("./types.js").Chart} Chart */
/** @typedef {CanvasRenderingContext2D} Pen */

/** How long a map may take, and where the game is on it. */
const PATIENCE = 120_000;
const GLANCE = 2_000;
/** From a goal to the farthest; brighter is nearer, so that it can be told in grey. */
const STOPS = [[255, 236, 92], [176, 221, 74], [78, 194, 122], [38, 160, 158], [52, 125, 178], [84, 92, 178], [104, 62, 152]];
const [GROUND, LIGHT, LOST] = ["#0e111b", "#f6f7fa", "#70747e"];
const EDGE = 14;

/** @param {number} share */
function colour(share) {
  const place = Math.min(1, Math.max(0, share)) * (STOPS.length - 1);
  const before = Math.min(Math.floor(place), STOPS.length - 2);
  const mixed = STOPS[before].map((from, at) => Math.round(from + (STOPS[before + 1][at] - from) * (place - before)));
  return `rgb(${mixed.join(" ")})`;
}

/** @param {import("./app.js").App} app */
export function mapPanel(app) {
  const panel = find("map-panel", HTMLDetailsElement);
  const canvas = find("map", HTMLCanvasElement);
  /** What is drawn: the puzzle, its map, the points on the canvas, and the picture without the game. @type {{ of: string, map: Chart, points: [number, number][], ground: HTMLCanvasElement } | undefined} */
  let drawn;
  /** The puzzle whose map is asked for. */
  let wanted = "";
  let asking = new AbortController();
  /** Where the moves of a game lead. @type {{ moves: string[], game: (number | null)[] }} */
  let known = { moves: [], game: [] };

  /** Asks something about the map; what was asked before is not wanted any more. @param {import("./types.js").Ask} ask @param {number} milliseconds */
  const ask = (ask, milliseconds) => {
    asking.abort(new DOMException("not wanted any more", "AbortError"));
    asking = new AbortController();
    return app.engine.ask({ ask, ...app.game.session, milliseconds: Math.min(milliseconds, app.engine.longest) }, { signal: asking.signal });
  };

  const load = async () => {
    const of = JSON.stringify(app.game.puzzle);
    const moves = app.game.moves.slice(0, app.game.cursor);
    [drawn, wanted] = [undefined, of];
    canvas.hidden = true;
    say("map-status", "Drawing the map…");
    const answer = await ask({ map: {} }, PATIENCE);
    if (wanted !== of) return;
    const { map } = answer;
    if (answer.fault || !map?.places) {
      say("map-status", answer.fault ? `There is no map: ${answer.fault.what}.` : "The map took too long.");
      return;
    }
    known = { moves, game: map.game ?? [] };
    drawn = { of, map, ...draw(map) };
    show();
  };

  /** The picture without the game. @param {Chart} map */
  const draw = (map) => {
    const places = map.places ?? [];
    canvas.hidden = false;
    const [wide, tall] = [0, 1].map((axis) => places.reduce((most, place) => Math.max(most, place[axis]), 1));
    const scale = (canvas.clientWidth - 2 * EDGE) / Math.max(wide, tall);
    const height = Math.max(120, tall * scale + 2 * EDGE);
    const fine = devicePixelRatio || 1;
    [canvas.width, canvas.height] = [canvas.clientWidth * fine, height * fine];
    const left = (canvas.clientWidth - wide * scale) / 2;
    const top = (height - tall * scale) / 2;
    const points = places.map(([right, down]) => /** @type {[number, number]} */ ([left + right * scale, top + down * scale]));
    const ground = document.createElement("canvas");
    [ground.width, ground.height] = [canvas.width, canvas.height];
    const pen = /** @type {Pen} */ (ground.getContext("2d"));
    pen.scale(fine, fine);
    paint(pen, map, points);
    return { points, ground };
  };

  /** The game over the picture. */
  const lay = () => {
    if (!drawn) return;
    const pen = /** @type {Pen} */ (canvas.getContext("2d"));
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(drawn.ground, 0, 0);
    const fine = devicePixelRatio || 1;
    pen.scale(fine, fine);
    const game = known.game.slice(0, app.game.cursor + 1);
    way(pen, game.flatMap((at) => (at === null ? [] : [drawn?.points[at] ?? [0, 0]])));
    const here = game.at(-1);
    if (here === undefined || here === null) return say("map-status", "This position is not on the map.");
    const { map } = drawn;
    const left = map.to_goal[here];
    const words = left === null ? "from here no way leads to a goal" : `${left} to a goal`;
    say("map-status", `${map.positions} positions; you are ${count(map.from_start[here], app.metric)} from the start, ${words}.`);
    canvas.setAttribute("aria-label", `map of ${map.positions} positions, ${map.solved} of them solved`);
  };

  const show = async () => {
    if (!panel.open || app.look?.fault) return;
    if (JSON.stringify(app.game.puzzle) !== wanted) return load();
    if (!drawn) return;
    const moves = app.game.moves.slice(0, app.game.cursor);
    if (!moves.every((by, at) => known.moves[at] === by)) {
      const answer = await ask({ locate: {} }, GLANCE);
      if (!answer.map?.game) return;
      known = { moves, game: answer.map.game };
    }
    lay();
  };

  const quietly = (/** @type {Promise<void>} */ work) =>
    work.catch((error) => {
      if (!isAbort(error)) say("map-status", String(error), "bad");
    });

  /** Goes to the position next to a place. @param {number} right @param {number} down */
  const go = async (right, down) => {
    if (!drawn) return;
    const far = drawn.points.map(([x, y]) => (x - right) ** 2 + (y - down) ** 2);
    const position = far.reduce((best, value, at) => (value < far[best] ? at : best), 0);
    const answer = await ask({ go_to: { position } }, GLANCE * 5);
    if (!answer.moves) return say("map-status", answer.fault?.what ?? "It took too long.", "bad");
    app.game.take(answer.moves);
    announce(`went to a position ${count(answer.moves.length, app.metric)} from the start`);
    await app.refresh();
  };

  canvas.addEventListener("click", (event) => quietly(go(event.offsetX, event.offsetY)));
  panel.addEventListener("toggle", () => quietly(show()));
  app.parts.push({ show: () => void quietly(show()) });
}

/** Moves, positions, goals and the start. @param {Pen} pen @param {Chart} map @param {[number, number][]} points */
function paint(pen, map, points) {
  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  const distances = map.solved ? map.to_goal : map.from_start;
  const most = Math.max(1, distances.reduce((/** @type {number} */ far, left) => Math.max(far, left ?? 0), 0));
  const shade = (/** @type {number | null} */ left) => (left === null ? LOST : colour(left / most));
  // The farthest first, so that what is near to a goal is seen.
  const farther = ([from, to] = [0, 0]) => (distances[from] === null || distances[to] === null ? null : Math.max(distances[from] ?? 0, distances[to] ?? 0));
  const edges = map.edges.map((edge) => ({ edge, far: farther(edge) })).sort((one, other) => (other.far ?? Infinity) - (one.far ?? Infinity));
  const dot = Math.min(3, Math.max(0.6, 40 / Math.sqrt(points.length)));
  pen.lineWidth = Math.max(0.25, dot / 3);
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
    const isGoal = map.to_goal[at] === 0;
    pen.beginPath();
    if (isGoal) shape(pen, x, y, Math.max(1.5, dot * 1.4), [[0, -1.3], [1, 0], [0, 1.3], [-1, 0]]);
    else pen.arc(x, y, dot, 0, 7);
    pen.fill();
  }
  pen.beginPath();
  shape(pen, ...points[0], 6, [[0, -1.1], [0.95, 0.65], [-0.95, 0.65]]);
  [pen.fillStyle, pen.strokeStyle, pen.lineWidth] = [LIGHT, GROUND, 1.5];
  pen.stroke();
  pen.fill();
}

/** @param {Pen} pen @param {number} x @param {number} y @param {number} size @param {number[][]} corners */
function shape(pen, x, y, size, corners) {
  for (const [right, down] of corners) pen.lineTo(x + right * size, y + down * size);
  pen.closePath();
}

/** The way of the game, with a ring where it is now. @param {Pen} pen @param {[number, number][]} points */
function way(pen, points) {
  const here = points.at(-1);
  if (!here) return;
  pen.lineJoin = pen.lineCap = "round";
  const lines = /** @type {[string, number][]} */ ([[GROUND, 4], [LIGHT, 2]]);
  for (const [ink, width] of lines) {
    [pen.strokeStyle, pen.lineWidth] = [ink, width];
    pen.beginPath();
    for (const point of points) pen.lineTo(...point);
    pen.stroke();
    pen.beginPath();
    pen.arc(...here, 6, 0, 7);
    pen.stroke();
  }
}

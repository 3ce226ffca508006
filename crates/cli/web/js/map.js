// The map beside the board: every position a point, every move a line, coloured by the moves to a
// goal. The game is a line on it, a pointer shows the position under it, and a click goes there. The
// shortest way glows when it is asked for or the game is won. Where the space is too large, the map
// shows the surroundings.

import { words } from "./hint.js";
import { glow, paint, way } from "./map_paint.js";
import { neighbourhood } from "./neighbourhood.js";
import { announce, box, button, find, isAbort, say } from "./page.js";
import { Picture } from "./picture.js";
import { save } from "./share.js";
import { t, units } from "./words.js";

/** @typedef {import("./types.js").Chart} Chart */
/** @typedef {[number, number]} Point */

/** How long a map may take, and where the game is on it. */
const PATIENCE = 120_000;
const GLANCE = 10_000;
const EDGE = 18;
/** A pointer that is nearer than this to a point shows it, after so long. */
const [NEAR, REST] = [18, 140];
const LARGEST = 40;

/** @param {import("./app.js").App} app */
export function mapStage(app) {
  const [stage, canvas, peek] = [box("map-stage"), find("map", HTMLCanvasElement), box("map-peek")];
  /** What is drawn: the puzzle, its map, and where the positions are on the canvas. `ways` is there for surroundings only. @type {{ of: string, map: Chart, points: Point[], ways?: string[][] } | undefined} */
  let drawn;
  /** The picture without the game. */
  const ground = document.createElement("canvas");
  /** The puzzle whose map is asked for. */
  let wanted = "";
  let asking = new AbortController();
  /** Where the moves of a game lead. @type {{ moves: string[], game: (number | null)[] }} */
  let known = { moves: [], game: [] };
  let zoom = { by: 1, x: 0, y: 0 };
  let showsWay = false;
  /** Of the position that is shown under the pointer, and its number. */
  let timer = 0;
  let peeked = -1;

  const signal = () => {
    asking.abort(new DOMException("not wanted any more", "AbortError"));
    asking = new AbortController();
    return asking.signal;
  };
  /** Asks something about the map; what was asked before is not wanted any more. @param {import("./types.js").Ask} ask @param {number} milliseconds */
  const ask = (ask, milliseconds) => app.engine.ask({ ask, ...app.game.session, milliseconds: Math.min(milliseconds, app.engine.longest) }, { signal: signal() });
  const puzzleName = () => `${app.game.number} ${JSON.stringify(app.game.puzzle)}`;

  const load = async () => {
    const of = puzzleName();
    const moves = app.game.moves.slice(0, app.game.cursor);
    [drawn, wanted, zoom] = [undefined, of, { by: 1, x: 0, y: 0 }];
    clearTimeout(timer);
    clear();
    say("map-status", t("map-drawing"));
    const answer = await ask({ map: {} }, PATIENCE);
    if (wanted !== of) return;
    const { map } = answer;
    if (map?.places) {
      known = { moves, game: map.game ?? [] };
      drawn = { of, map, points: [] };
      return draw();
    }
    await around(of);
  };

  /** The surroundings of the position. @param {string} of */
  const around = async (of) => {
    say("map-status", t("map-around-drawing"));
    const { map, ways } = await neighbourhood(app, signal());
    if (wanted !== of) return;
    known = { moves: app.game.moves.slice(0, app.game.cursor), game: [0] };
    drawn = { of, map, points: [], ways };
    draw();
  };

  const clear = () => {
    peek.hidden = true;
    const pen = canvas.getContext("2d");
    pen?.clearRect(0, 0, canvas.width, canvas.height);
  };

  /** Draws the map in the size that the canvas has now. */
  const draw = () => {
    if (!drawn || stage.hidden) return;
    const places = drawn.map.places ?? [];
    const [wide, tall] = [0, 1].map((axis) => places.reduce((most, place) => Math.max(most, place[axis]), 1));
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!width || !height) return;
    const fine = devicePixelRatio || 1;
    [canvas.width, canvas.height] = [Math.round(width * fine), Math.round(height * fine)];
    const scale = Math.min((width - 2 * EDGE) / wide, (height - 2 * EDGE) / tall) * zoom.by;
    const left = (width - wide * scale) / 2 + zoom.x;
    const top = (height - tall * scale) / 2 + zoom.y;
    drawn.points = places.map(([right, down]) => /** @type {Point} */ ([left + right * scale, top + down * scale]));
    [ground.width, ground.height] = [canvas.width, canvas.height];
    const pen = ground.getContext("2d");
    if (!pen) return;
    pen.scale(fine, fine);
    paint(pen, drawn.map, drawn.points, zoom.by);
    lay();
  };

  /** The game over the picture. */
  const lay = () => {
    const pen = canvas.getContext("2d");
    if (!drawn || !pen) return;
    const { map, points } = drawn;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(ground, 0, 0);
    const fine = devicePixelRatio || 1;
    pen.scale(fine, fine);
    if (showsWay || app.look?.is_goal || app.game.hasFilm) glow(pen, shortest(map).map((at) => points[at]));
    const game = known.game.slice(0, drawn.ways ? 1 : app.game.cursor + 1);
    way(pen, game.flatMap((at) => (at === null ? [] : [points[at]])));
    const here = game.at(-1);
    if (drawn.ways) say("map-status", t("map-around", { n: map.positions }));
    else if (here === null || here === undefined) say("map-status", t("map-positions", { n: map.positions }));
    else {
      const left = map.to_goal[here];
      const metric = app.metric?.id;
      say("map-status", t("map-here", { n: map.positions, start: units(map.from_start[here], metric), left: left === null ? t("map-lost") : t("map-left", { n: left }) }));
    }
    canvas.setAttribute("aria-label", t("map-label", { n: map.positions, solved: map.solved }));
    button("map-way").hidden = Boolean(drawn.ways) || map.solved === 0;
  };

  const show = async () => {
    button("map-toggle").disabled = !app.look?.scene;
    if (stage.hidden || app.look?.fault) return;
    if (puzzleName() !== wanted) return load();
    if (!drawn) return;
    const moves = app.game.moves.slice(0, app.game.cursor);
    if (drawn.ways) {
      if (moves.join("\n") === known.moves.join("\n")) return lay();
      return around(wanted);
    }
    if (!moves.every((by, at) => known.moves[at] === by)) {
      const answer = await ask({ locate: {} }, GLANCE);
      if (!answer.map?.game) return;
      known = { moves, game: answer.map.game };
    }
    lay();
  };

  const quietly = (/** @type {Promise<void>} */ work) =>
    work.catch((error) => {
      if (!isAbort(error)) say("map-status", words(error), "bad");
    });

  /** The position next to a place. @param {number} right @param {number} down @returns {{ position: number, far: number } | undefined} */
  const nearest = (right, down) => {
    if (!drawn?.points.length) return undefined;
    let [position, least] = [0, Infinity];
    drawn.points.forEach(([x, y], at) => {
      const far = (x - right) ** 2 + (y - down) ** 2;
      if (far < least) [position, least] = [at, far];
    });
    return { position, far: Math.sqrt(least) };
  };

  /** The moves from the start to a position. @param {number} position */
  const wayTo = async (position) => {
    if (drawn?.ways) return [...known.moves, ...drawn.ways[position]];
    // A map that is being drawn is not given up for it.
    const { moves, fault } = await app.engine.ask({ ask: { go_to: { position } }, ...app.game.session, milliseconds: Math.min(GLANCE, app.engine.longest) });
    if (!moves) throw new Error(fault?.what ?? t("map-slow"));
    return moves;
  };

  /** @param {number} position */
  const go = async (position) => {
    const moves = await wayTo(position);
    app.game.take(moves);
    announce(t("map-went", { moves: units(moves.length, app.metric?.id) }));
    await app.refresh();
  };

  /** Where a pointer is on the canvas. @param {MouseEvent} event @returns {Point} */
  const at = (event) => {
    const { left, top } = canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };

  /** Shows the position under the pointer as a small picture. @param {MouseEvent} event */
  const hover = (event) => {
    const [x, y] = at(event);
    const near = nearest(x, y);
    clearTimeout(timer);
    if (!near || near.far > NEAR) {
      peeked = -1;
      peek.hidden = true;
      return;
    }
    if (near.position === peeked) return;
    timer = window.setTimeout(async () => {
      const moves = await wayTo(near.position).catch(() => undefined);
      if (!moves) return;
      const { scene } = await app.engine.ask({ ask: "look", puzzle: app.game.puzzle, moves, cursor: moves.length });
      if (!scene || !drawn) return;
      peeked = near.position;
      const picture = new Picture();
      picture.draw(scene);
      peek.classList.add("still");
      peek.replaceChildren(picture.root);
      peek.hidden = false;
      const [px, py] = drawn.points[near.position];
      peek.style.left = `${Math.min(Math.max(px + 14, 4), canvas.clientWidth - 124)}px`;
      peek.style.top = `${Math.min(Math.max(py - 60, 4), canvas.clientHeight - 124)}px`;
    }, REST);
  };

  /** @param {number} factor @param {Point} [around] */
  const enlarge = (factor, around = [canvas.clientWidth / 2, canvas.clientHeight / 2]) => {
    const by = Math.min(LARGEST, Math.max(1, zoom.by * factor));
    const real = by / zoom.by;
    const [cx, cy] = [around[0] - canvas.clientWidth / 2, around[1] - canvas.clientHeight / 2];
    zoom = by === 1 ? { by, x: 0, y: 0 } : { by, x: cx - (cx - zoom.x) * real, y: cy - (cy - zoom.y) * real };
    draw();
  };

  /** @type {{ x: number, y: number, moved: boolean } | undefined} */
  let drag;
  canvas.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, y: event.clientY, moved: false };
    if (zoom.by > 1) canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!drag || zoom.by === 1) return void (event.pointerType === "mouse" && !drag && hover(event));
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < 6) return;
    zoom = { ...zoom, x: zoom.x + dx, y: zoom.y + dy };
    drag = { x: event.clientX, y: event.clientY, moved: true };
    requestAnimationFrame(draw);
  });
  canvas.addEventListener("pointercancel", () => (drag = undefined));
  canvas.addEventListener("click", (event) => {
    const wasDrag = drag?.moved;
    drag = undefined;
    const near = nearest(...at(event));
    if (!wasDrag && near) quietly(go(near.position));
  });
  canvas.addEventListener("pointerleave", () => (clearTimeout(timer), (peek.hidden = true), (peeked = -1)));
  canvas.addEventListener("wheel", (event) => {
    if (!drawn) return;
    event.preventDefault();
    enlarge(event.deltaY < 0 ? 1.25 : 0.8, at(event));
  }, { passive: false });
  button("map-in").addEventListener("click", () => enlarge(1.6));
  button("map-out").addEventListener("click", () => enlarge(0.625));
  button("map-way").addEventListener("click", () => {
    showsWay = !showsWay;
    button("map-way").setAttribute("aria-pressed", String(showsWay));
    lay();
  });
  button("map-save").addEventListener("click", () => canvas.toBlob((blob) => blob && save(blob, "map.png")));
  button("map-full").addEventListener("click", () => {
    const isFull = stage.classList.toggle("full");
    button("map-full").setAttribute("aria-pressed", String(isFull));
  });
  stage.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && stage.classList.contains("full")) button("map-full").click();
  });
  button("map-toggle").addEventListener("click", () => {
    stage.hidden = !stage.hidden;
    stage.classList.remove("full");
    box("play").classList.toggle("with-map", !stage.hidden);
    button("map-toggle").setAttribute("aria-pressed", String(!stage.hidden));
    announce(t(stage.hidden ? "map-closed" : "map"));
    quietly(show());
  });
  // After a turned phone or a resized window the points are elsewhere.
  new ResizeObserver(() => draw()).observe(canvas);
  app.parts.push({ show: () => void quietly(show()) });
}

/** A shortest way over the map: the first of each step that is nearer to a goal. @param {Chart} map */
function shortest(map) {
  const next = new Map();
  for (const [from, to] of map.edges) {
    for (const [a, b] of map.directed ? [[from, to]] : [[from, to], [to, from]]) {
      const [here, there] = [map.to_goal[a], map.to_goal[b]];
      if (here !== null && there === here - 1 && !next.has(a)) next.set(a, b);
    }
  }
  const found = [0];
  while (next.has(found[found.length - 1])) found.push(next.get(found[found.length - 1]));
  return map.to_goal[0] === null ? [] : found;
}

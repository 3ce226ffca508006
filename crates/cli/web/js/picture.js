// A scene as SVG. Shapes keep their elements while they move, so that the style sheet can animate
// them.

import { MARGIN, UNIT, geometry, places } from "./geometry.js";
import { element } from "./svg.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Shape} Shape */
/** @typedef {import("./geometry.js").Place} Place */

const GAP = 1.6;
/** The board around holes. */
const FELT = 13;
/** Colours of cars. */
const CARS = 8;
const COLOURS = 6;
/** Colours of lights with several. */
const LEVELS = 8;
/** Angles of targets: how far from the edge of the place, and how long. */
const [INSET, ANGLE] = [5, 8];
/** Boards with more places than this have lamps without ornament: bright and dark are seen, and that is all there is room for. */
const MANY = 1600;
/** The radius of a light on wires, in places. */
const RADIUS = 0.42;
/** Lights of a bitmap: bright and dark in every theme. */
const [LIT, OFF] = [[255, 215, 94], [51, 60, 71]];

export class Picture {
  /** @type {Scene | undefined} */
  scene;
  /** @type {Map<number, { node: SVGElement, key: string }>} */
  shapes = new Map();
  ground = element("g");
  bitmap = element("g");
  targets = element("g");
  layer = element("g");
  above = element("g");
  root = element("svg", { "aria-hidden": "true", focusable: "false" }, [this.ground, this.bitmap, this.layer, this.targets, this.above]);
  #groundKey = "";
  /** Whether the pieces are cars: lines that move along themselves, one of them to an exit. */
  #isRoad = false;
  #kind = "";

  /** Draws a scene. @param {Scene} scene */
  draw(scene) {
    const { width, height } = (this.geometry = geometry(scene));
    this.scene = scene;
    const margin = scene.form === "peg" ? FELT : MARGIN;
    this.root.setAttribute("viewBox", `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`);
    const holes = scene.form === "peg" ? scene.shapes.map((shape) => shape.cells[0]) : [];
    const groundKey = JSON.stringify([scene.width, scene.height, scene.grid, scene.ground, scene.form, scene.targets, scene.aims, scene.wires, scene.spots, holes]);
    if (groundKey !== this.#groundKey) {
      this.#groundKey = groundKey;
      this.ground.replaceChildren(...this.#ground(scene));
      this.targets.replaceChildren(...(scene.targets ?? []).map((target) => this.#angles(target)));
    }
    // Lights change what they are where they are. Boards of another kind are drawn anew.
    const single = scene.form === "block" && scene.shapes.every((shape) => shape.cells.length === 1 || shape.role !== "piece");
    this.#isRoad = isRoad(scene);
    const kind = [scene.form, single, this.#isRoad, Boolean(scene.spots), scene.width * scene.height > MANY].join();
    if (kind !== this.#kind) {
      this.#kind = kind;
      this.layer.replaceChildren();
      this.shapes.clear();
    }
    this.bitmap.replaceChildren(...(scene.bitmap ? [bitmap(scene.bitmap, width, height)] : []));
    const seen = new Set();
    for (const shape of this.#lamps(scene)) {
      seen.add(shape.id);
      const [x0, y0] = shape.cells[0];
      const key = JSON.stringify([shape.role, shape.label, shape.cells.map(([x, y]) => [x - x0, y - y0])]);
      let drawn = this.shapes.get(shape.id);
      if (drawn && drawn.key !== key && scene.form === "light") {
        this.#dress(drawn.node, shape);
        drawn.key = key;
      } else if (!drawn || drawn.key !== key) {
        const node = element("g", { "data-id": shape.id }, this.#body(scene, shape, single));
        node.classList.add("shape");
        this.#dress(node, shape);
        if (drawn) drawn.node.replaceWith(node);
        else this.layer.append(node);
        drawn = { node, key };
        this.shapes.set(shape.id, drawn);
      }
      this.place(shape.id, shape.cells[0]);
    }
    for (const [id, { node }] of this.shapes) {
      if (seen.has(id)) continue;
      node.remove();
      this.shapes.delete(id);
    }
  }

  /** The element of the shape on a place. @param {Place} place */
  shapeOn([x, y]) {
    for (const [id, { node }] of this.shapes) {
      const shape = this.scene?.shapes.find((other) => other.id === id);
      if (shape ? shape.cells.some(([a, b]) => a === x && b === y) : this.scene && id === y * this.scene.width + x) return node;
    }
    return undefined;
  }

  /** Puts a shape's first cell somewhere, also between places. @param {number} id @param {Place} at */
  place(id, at) {
    const node = this.shapes.get(id)?.node;
    if (!node || !this.geometry) return;
    const [x, y] = this.geometry.shift(at);
    node.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** Lights that are off have no shape of their own on a plain floor; they are drawn all the same. @param {Scene} scene @returns {Shape[]} */
  #lamps(scene) {
    if (scene.form !== "light" || scene.ground === "nothing" || scene.bitmap) return scene.shapes;
    const lit = new Map(scene.shapes.map((shape) => [shape.cells[0].join(), shape]));
    return places(scene).map((cell, at) => lit.get(cell.join()) ?? { id: at, label: "", role: "mark", cells: [cell] });
  }

  /** @param {SVGElement} node @param {Shape} shape */
  #dress(node, shape) {
    const isLight = this.scene?.form === "light";
    const level = isLight && /^\d+$/.test(shape.label) ? ` level-${Number(shape.label) % LEVELS}` : "";
    const can = node.classList.contains("can") ? " can" : "";
    node.setAttribute("class", `shape ${isLight ? (shape.role === "lit" ? "lit" : "off") : shape.role}${level}${can}`);
    const label = node.querySelector(".label");
    if (isLight && label) label.textContent = /^\d+$/.test(shape.label) && shape.role === "lit" ? shape.label : "";
  }

  /** @param {Scene} scene */
  #ground(scene) {
    const { width, height } = geometry(scene);
    if (scene.wires && scene.spots) return this.#wires(scene);
    if (scene.form === "peg") return this.#felt(scene);
    if (scene.form === "light" && scene.ground === "floor") return [element("rect", { class: "panel", x: -MARGIN + 1, y: -MARGIN + 1, width: width + 2 * MARGIN - 2, height: height + 2 * MARGIN - 2, rx: 12 })];
    if (scene.form !== "block") return [];
    const frame = element("rect", { class: "frame", x: -MARGIN + 1, y: -MARGIN + 1, width: width + 2 * MARGIN - 2, height: height + 2 * MARGIN - 2, rx: 8 });
    const floor = element("rect", { class: "floor", x: 0, y: 0, width, height, rx: 3 });
    const lines = [];
    for (let x = 1; x < scene.width; x++) lines.push(`M${x * UNIT} 0V${height}`);
    for (let y = 1; y < scene.height; y++) lines.push(`M0 ${y * UNIT}H${width}`);
    return [frame, floor, element("path", { class: "lines", d: lines.join("") }), ...this.#exit(scene)];
  }

  /** The opening in the frame where a piece has to arrive at the right edge, or the whole edge where any row will do. @param {Scene} scene */
  #exit(scene) {
    if (!scene.aims?.some((aim) => aim.id === "last-column")) return [];
    const { width } = geometry(scene);
    const rows = (scene.targets ?? []).flatMap((target) => target.cells.map((cell) => cell[1]));
    const [top, bottom] = rows.length ? [Math.min(...rows), Math.max(...rows) + 1] : [0, scene.height];
    const middle = ((top + bottom) * UNIT) / 2;
    const arrows = Array.from({ length: bottom - top }, (_, at) => (top + at + 0.5) * UNIT).filter((_, at, all) => rows.length === 0 || at === Math.floor(all.length / 2) || all.length === 2);
    const chevron = (/** @type {number} */ y) => `M${width + 1} ${y - 5}l4 5l-4 5`;
    return [
      element("rect", { class: "exit", x: width - 1, y: top * UNIT + 1, width: MARGIN, height: (bottom - top) * UNIT - 2 }),
      element("path", { class: "exit-arrow", d: (arrows.length ? arrows : [middle]).map(chevron).join("") }),
    ];
  }

  /** The board under the holes: round, or as a triangle or a cross would be cut. @param {Scene} scene */
  #felt(scene) {
    const { middle } = geometry(scene);
    const discs = scene.shapes.map((shape) => {
      const [cx, cy] = middle(shape.cells[0]);
      return element("circle", { class: "felt", cx, cy, r: UNIT * 0.73 });
    });
    const rims = scene.shapes.map((shape) => {
      const [cx, cy] = middle(shape.cells[0]);
      return element("circle", { class: "felt-rim", cx, cy, r: UNIT * 0.8 });
    });
    return [...rims, ...discs];
  }

  /** Wires between lights, and the name of each light under it. @param {Scene} scene */
  #wires(scene) {
    const { middle } = geometry(scene);
    const middles = new Map(scene.shapes.map((shape) => [shape.id, middle(shape.cells[0])]));
    const lines = (scene.wires ?? []).flatMap(({ from, to, one_way }) => {
      const [[x1, y1], [x2, y2]] = [middles.get(from) ?? [0, 0], middles.get(to) ?? [0, 0]];
      const line = element("line", { class: "wire", x1, y1, x2, y2 });
      if (!one_way) return [line];
      const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
      const tip = UNIT * RADIUS + 1;
      return [line, element("path", { class: "wire-tip", d: `M${-tip} 0l-10 -4.5v9z`, transform: `translate(${x2} ${y2}) rotate(${angle})` })];
    });
    const names = scene.shapes.map((shape) => {
      const [x, y] = middle(shape.cells[0]);
      return element("text", { class: "name", x, y: y + UNIT * (RADIUS + 0.2) }, [shape.name ?? ""]);
    });
    return [...lines, ...names];
  }

  /** @param {Scene} scene @param {Shape} shape @param {boolean} single */
  #body(scene, shape, single) {
    const middle = UNIT / 2;
    if (scene.form === "peg") {
      const hole = element("circle", { class: "hole", cx: middle, cy: middle, r: UNIT * 0.24 });
      if (shape.role === "mark") return [hole];
      return [
        hole,
        element("ellipse", { class: "shade", cx: middle + 1, cy: middle + 4, rx: UNIT * 0.37, ry: UNIT * 0.35 }),
        element("circle", { class: "peg", cx: middle, cy: middle, r: UNIT * 0.37 }),
        element("circle", { class: "peg-top", cx: middle - 1.5, cy: middle - 2, r: UNIT * 0.25 }),
        element("circle", { class: "shine", cx: middle - 5, cy: middle - 6, r: 3.5 }),
      ];
    }
    if (scene.form === "light") {
      const gap = scene.spots ? UNIT * (0.5 - RADIUS) : GAP;
      const side = UNIT - 2 * gap;
      const lamp = element("rect", { class: "lamp", x: gap, y: gap, width: side, height: side, rx: scene.spots ? side / 2 : 7 });
      if (scene.width * scene.height > MANY) return [lamp];
      const round = Boolean(scene.spots);
      const ring = (/** @type {string} */ kind, /** @type {number} */ by) => element("rect", { class: kind, x: gap - by, y: gap - by, width: side + 2 * by, height: side + 2 * by, rx: round ? side / 2 + by : 7 + by });
      return [
        // Two of them, so that the glow has no edge.
        ring("aura", 3.2),
        ring("aura", 1.6),
        lamp,
        element("circle", { class: "glow", cx: middle, cy: middle, r: UNIT * 0.25 }),
        element("text", { class: "label", x: middle, y: middle }),
      ];
    }
    const [x0, y0] = shape.cells[0];
    const cells = /** @type {Place[]} */ (shape.cells.map(([x, y]) => [x - x0, y - y0]));
    const d = outline(cells);
    const path = element("path", { class: `body ${single ? "tile" : this.#isRoad ? `car k${shape.id % CARS}` : `c${shape.id % COLOURS}`}`, d });
    const [x, y] = labelPlace(cells);
    if (shape.role === "mark") return [path];
    const label = element("text", { class: "label", x, y }, [shape.label]);
    if (shape.role === "wall") return [path, label];
    const shade = element("path", { class: "shade", d, transform: "translate(0 2.5)" });
    const shine = element("path", { class: "sheen", d: outline(cells, GAP + 2.2) });
    const isCar = this.#isRoad && cells.length > 1;
    return [shade, path, shine, ...(isCar ? windows(cells) : []), label];
  }

  /** Angles at the corners of where something must lie at the end: they are seen over whatever lies there now. @param {Shape} target */
  #angles(target) {
    const corners = target.cells.map(geometry(/** @type {Scene} */ (this.scene)).shift);
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs) + INSET, Math.min(...ys) + INSET];
    const [right, bottom] = [Math.max(...xs) + UNIT - INSET, Math.max(...ys) + UNIT - INSET];
    const angle = (/** @type {number} */ x, /** @type {number} */ y) => {
      const [across, down] = [x === left ? ANGLE : -ANGLE, y === top ? ANGLE : -ANGLE];
      return `M${x + across} ${y}H${x}V${y + down}`;
    };
    return element("path", { class: "target", d: [angle(left, top), angle(right, top), angle(left, bottom), angle(right, bottom)].join("") });
  }
}

/** Whether the pieces are cars: straight lines, one of which has to get to the right edge in its row. @param {Scene} scene */
function isRoad(scene) {
  const isLine = (/** @type {Shape} */ { cells }) => cells.length > 1 && (cells.every(([x]) => x === cells[0][0]) || cells.every(([, y]) => y === cells[0][1]));
  const pieces = scene.shapes.filter((shape) => shape.role === "piece" || shape.role === "goal");
  const exit = scene.targets?.[0]?.cells ?? [];
  return scene.form === "block" && Boolean(scene.aims?.some((aim) => aim.id === "last-column")) && exit.length > 1 && exit.every(([, y]) => y === exit[0][1]) && pieces.length > 2 && pieces.every(isLine);
}

/** The windows and lamps of a car, which drives right or down. @param {Place[]} cells */
function windows(cells) {
  const [xs, ys] = [cells.map((cell) => cell[0]), cells.map((cell) => cell[1])];
  const [left, top] = [Math.min(...xs) * UNIT, Math.min(...ys) * UNIT];
  const isWide = Math.max(...xs) > Math.min(...xs);
  const long = cells.length * UNIT;
  // Drawn as if it drove right, and turned where it drives down.
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ w, /** @type {number} */ h, /** @type {number} */ rx, /** @type {string} */ kind) =>
    isWide ? element("rect", { class: kind, x: left + x, y: top + y, width: w, height: h, rx }) : element("rect", { class: kind, x: left + UNIT - y - h, y: top + x, width: h, height: w, rx });
  return [
    at(long - 17, 8.5, 6.5, 23, 3, "glass"),
    at(8.5, 9.5, 4.5, 21, 2, "glass"),
    at(15.5, 8, long - 35, 24, 5, "roof"),
    at(long - 5.6, 7, 2.6, 6, 1.2, "front-light"),
    at(long - 5.6, 27, 2.6, 6, 1.2, "front-light"),
    at(3.2, 7.5, 2, 5, 1, "rear-light"),
    at(3.2, 27.5, 2, 5, 1, "rear-light"),
  ];
}

/** A board too large for shapes: a pixel a place. @param {string[]} rows @param {number} width @param {number} height */
function bitmap(rows, width, height) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [rows[0].length, rows.length];
  const context = canvas.getContext("2d");
  const pixels = context?.createImageData(canvas.width, canvas.height);
  if (!context || !pixels) return element("g");
  const [lit, off] = [LIT, OFF].map((colour) => [...colour, 255]);
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) pixels.data.set(row[x] === "#" ? lit : off, 4 * (y * canvas.width + x));
  });
  context.putImageData(pixels, 0, 0);
  return element("image", { class: "bitmap", width, height, preserveAspectRatio: "none", href: canvas.toDataURL() });
}

/** The middle of a shape if it is there, or of its first cell. @param {Place[]} cells @returns {Place} */
function labelPlace(cells) {
  const [xs, ys] = [cells.map((cell) => cell[0]), cells.map((cell) => cell[1])];
  const [width, height] = [Math.max(...xs) - Math.min(...xs) + 1, Math.max(...ys) - Math.min(...ys) + 1];
  const [x, y] = width * height === cells.length ? [(Math.min(...xs) + Math.max(...xs) + 1) / 2, (Math.min(...ys) + Math.max(...ys) + 1) / 2] : [cells[0][0] + 0.5, cells[0][1] + 0.5];
  return [x * UNIT, y * UNIT];
}

/**
 * The outline of some cells: edges that only one cell has, walked around, a little inside, with round corners.
 * @param {Place[]} cells
 * @param {number} [gap]
 */
export function outline(cells, gap = GAP) {
  const has = new Set(cells.map((cell) => cell.join()));
  /** @type {Map<string, Place[]>} */
  const from = new Map();
  const edge = (/** @type {Place} */ start, /** @type {Place} */ end) => from.set(start.join(), [...(from.get(start.join()) ?? []), end]);
  for (const [x, y] of cells) {
    if (!has.has([x, y - 1].join())) edge([x, y], [x + 1, y]);
    if (!has.has([x + 1, y].join())) edge([x + 1, y], [x + 1, y + 1]);
    if (!has.has([x, y + 1].join())) edge([x + 1, y + 1], [x, y + 1]);
    if (!has.has([x - 1, y].join())) edge([x, y + 1], [x, y]);
  }
  let path = "";
  while (from.size) {
    const start = /** @type {string} */ (from.keys().next().value);
    /** @type {Place[]} */
    const corners = [];
    let at = /** @type {Place} */ (start.split(",").map(Number));
    let direction = "";
    for (;;) {
      const ends = from.get(at.join());
      if (!ends) break;
      // Where two outlines touch in a corner, the one that turns right keeps cells apart.
      const right = turned(direction);
      const next = ends.find((end) => heading(at, end) === right) ?? ends[0];
      ends.splice(ends.indexOf(next), 1);
      if (!ends.length) from.delete(at.join());
      if (heading(at, next) !== direction) corners.push(at);
      direction = heading(at, next);
      at = next;
    }
    if (corners.length > 1 && heading(corners[corners.length - 1], corners[0]) === heading(corners[0], corners[1])) corners.shift();
    path += rounded(corners, gap);
  }
  return path;
}

/** @param {Place} from @param {Place} to */
const heading = (from, to) => `${Math.sign(to[0] - from[0])},${Math.sign(to[1] - from[1])}`;
/** @param {string} direction */
const turned = (direction) => ({ "1,0": "0,1", "0,1": "-1,0", "-1,0": "0,-1", "0,-1": "1,0" })[direction] ?? "";

/** @param {Place[]} corners @param {number} gap */
function rounded(corners, gap) {
  const count = corners.length;
  const radius = 6;
  const inner = corners.map((corner, at) => {
    const before = corners[(at + count - 1) % count];
    const after = corners[(at + 1) % count];
    // Walking clockwise, the inside is on the right of both edges.
    const [ax, ay] = [Math.sign(corner[0] - before[0]), Math.sign(corner[1] - before[1])];
    const [bx, by] = [Math.sign(after[0] - corner[0]), Math.sign(after[1] - corner[1])];
    return { x: corner[0] * UNIT - gap * (ay + by), y: corner[1] * UNIT + gap * (ax + bx), ax, ay, bx, by };
  });
  return inner
    .map(({ x, y, ax, ay, bx, by }, at) => `${at ? "L" : "M"}${x - ax * radius} ${y - ay * radius}Q${x} ${y} ${x + bx * radius} ${y + by * radius}`)
    .join("") + "Z";
}

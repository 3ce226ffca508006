// Gestures on the board: pointer and keys select one of the listed moves, or a stroke of a brush.
// The library lists the moves; this file only knows where they begin and end.

import { UNIT, blankOf, isFull, isOn, nameOf, nearest, places, same, shapeAt } from "./geometry.js";
import { t } from "./words.js";

/** @typedef {import("./geometry.js").Place} Place */
/** @typedef {import("./types.js").Touch} Touch */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {{ x: number, y: number }} Point */

/**
 * What hands can do now.
 * @typedef {object} Hold
 * @property {Touch[]} touches of the listed moves
 * @property {boolean} edits whether strokes are made instead of moves
 */

/** A pointer that moves less than this is a tap. */
const TAP = 0.25;
/** A hand that is nearer than this to a stop is there. */
const THERE = 0.45;
/** A pointer that is nearer than this to the middle of a place means it. */
const REACH = 0.72;
const ARROWS = /** @type {Record<string, Place>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

export class Hands {
  /** @type {Place | undefined} */
  cursor;
  /** @type {{ id: number, ways: Touch[], at: Place, chosen?: Touch } | undefined} */
  held;
  /** @type {Place | undefined} */
  strokeFrom;
  /** Whether the focus comes from a pointer. */
  #isPointed = false;
  /** @type {{ start: Point, place: Place, ways: Touch[], moved: boolean, offset: Point, passed: Place[] } | undefined} */
  drag;

  /**
   * @param {import("./board.js").Board} board
   * @param {() => Hold} now
   * @param {{ move: (touch: Touch) => void, run: (ids: number[]) => void, stroke: (from: Place, to: Place) => void, say: (text: string) => void }} does
   */
  constructor(board, now, does) {
    this.board = board;
    this.now = now;
    this.does = does;
    const { box } = board;
    box.addEventListener("pointerdown", (event) => this.#down(event));
    // A finger on what can be dragged must not scroll. Browsers do not all know `touch-action` on shapes.
    box.addEventListener("touchstart", (event) => this.#grabs(event) && event.preventDefault(), { passive: false });
    box.addEventListener("pointermove", (event) => this.#drag(event));
    box.addEventListener("pointerup", (event) => this.#up(event));
    box.addEventListener("pointercancel", () => this.reset());
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("focus", () => this.#focus());
    box.addEventListener("blur", () => box.classList.remove("keyed"));
  }

  /** Lets go of everything, after the position has changed. */
  reset() {
    const { held, drag } = this;
    [this.held, this.drag, this.strokeFrom] = [undefined, undefined, undefined];
    this.board.hold(undefined, []);
    const id = held?.id ?? drag?.ways[0]?.shape;
    const shape = this.board.scene?.shapes.find((other) => other.id === id);
    if (shape) this.board.picture.place(shape.id, shape.cells[0]);
    if (this.cursor && !this.#has(this.cursor)) this.cursor = undefined;
    this.board.cursor(this.cursor);
  }

  #places() {
    return this.board.scene ? places(this.board.scene) : [];
  }

  /** @param {Place} place */
  #has(place) {
    const { scene } = this.board;
    if (scene && isFull(scene)) return isOn(scene, place);
    return this.#places().some((other) => same(other, place));
  }

  /** @param {Point & { picture: [number, number] }} point @returns {Place | undefined} */
  #placeAt({ x, y, picture }) {
    const scene = this.board.scene;
    const size = this.board.picture.geometry;
    if (!scene || !size) return undefined;
    if (isFull(scene)) {
      const place = /** @type {Place} */ ([Math.round(x), Math.round(y)]);
      return isOn(scene, place) ? place : undefined;
    }
    /** @type {Place | undefined} */
    let best;
    let least = REACH * UNIT;
    for (const place of this.#places()) {
      const [across, down] = size.middle(place);
      const distance = Math.hypot(across - picture[0], down - picture[1]);
      if (distance < least) [best, least] = [place, distance];
    }
    return best;
  }

  /** @param {number | undefined} id */
  #ways(id) {
    return id === undefined ? [] : this.now().touches.filter((touch) => touch.shape === id);
  }

  /** Whether a finger begins a drag or a stroke. @param {TouchEvent} event */
  #grabs(event) {
    const { scene } = this.board;
    const [finger] = event.touches;
    const point = finger && this.board.at(finger);
    const place = point && this.#placeAt(point);
    if (!scene || !place || event.touches.length > 1) return false;
    return this.now().edits || this.#ways(shapeAt(scene, place)?.id).some((touch) => touch.way.length > 1);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const point = this.board.at(event);
    const place = point && this.#placeAt(point);
    if (!point || !place || event.button > 0 || !this.board.scene) return;
    event.preventDefault();
    this.#isPointed = true;
    this.board.box.focus({ preventScroll: true });
    this.#isPointed = false;
    // The frame of the keys is for keys.
    this.board.box.classList.remove("keyed");
    try {
      this.board.box.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that is gone already cannot be captured, and needs not be.
    }
    this.cursor = place;
    this.board.cursor(place);
    const shape = shapeAt(this.board.scene, place);
    const ways = this.now().edits ? [] : this.#ways(shape?.id);
    const from = shape?.cells[0] ?? place;
    this.drag = { start: point, place, ways, moved: false, offset: { x: point.x - from[0], y: point.y - from[1] }, passed: ways.length ? [ways[0].way[0]] : [] };
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const point = this.board.at(event);
    if (!this.drag || !point) return;
    const { start, ways, offset } = this.drag;
    this.drag.moved ||= Math.hypot(point.x - start.x, point.y - start.y) > TAP;
    if (!this.drag.moved || !ways.length) return;
    const hand = { x: point.x - offset.x, y: point.y - offset.y };
    const near = along(ways, hand);
    const stop = stopAt(ways, hand);
    if (stop && !same(stop, this.drag.passed[this.drag.passed.length - 1])) this.drag.passed.push(stop);
    this.board.picture.shapes.get(/** @type {number} */ (ways[0].shape))?.node.style.setProperty("transition", "none");
    this.board.picture.place(/** @type {number} */ (ways[0].shape), near.at);
    this.board.hold(ways[0].shape, []);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { drag } = this;
    const point = this.board.at(event);
    if (!drag || !point) return;
    const place = this.#placeAt(point);
    this.drag = undefined;
    const id = drag.ways[0]?.shape;
    if (id !== undefined) this.board.picture.shapes.get(id)?.node.style.removeProperty("transition");
    if (this.now().edits) {
      if (place) this.does.stroke(drag.place, place);
      return;
    }
    if (drag.moved && drag.ways.length) {
      const hand = { x: point.x - drag.offset.x, y: point.y - drag.offset.y };
      const target = traced(drag.ways, drag.passed, stopAt(drag.ways, hand)) ?? ending(drag.ways, along(drag.ways, hand).at);
      this.board.hold(undefined, []);
      if (target) return this.does.move(target);
      const [from] = drag.ways[0].way;
      return this.board.picture.place(/** @type {number} */ (id), from);
    }
    if (place && (same(place, drag.place) || !drag.moved)) this.tap(drag.place);
  }

  /** What a tap on a place does: press it, send what is held there, or take hold. @param {Place} place */
  tap(place) {
    const scene = this.board.scene;
    if (!scene) return;
    const press = this.now().touches.find((touch) => touch.shape === undefined && same(touch.way[0], place));
    if (press) return this.does.move(press);
    const shape = shapeAt(scene, place);
    if (this.held) {
      const held = scene.shapes.find((other) => other.id === this.held?.id);
      const reaches = (/** @type {Touch} */ touch) => {
        const [from, end] = [touch.way[0], touch.way[touch.way.length - 1]];
        return held?.cells.some(([x, y]) => x + end[0] - from[0] === place[0] && y + end[1] - from[1] === place[1]);
      };
      const target = this.held.ways.filter(reaches).sort((one, other) => length(one) - length(other))[0];
      const isOther = shape && shape.id !== this.held.id && this.#ways(shape.id).length > 0;
      this.reset();
      if (target && !(shape && shape.id === held?.id)) return this.does.move(target);
      if (!isOther) return;
    }
    const ways = this.#ways(shape?.id);
    const run = shape && !ways.length ? this.#run(scene, place) : [];
    if (run.length) return this.does.run(run);
    if (!shape || !ways.length) return this.does.say(shape ? t("cannot-move", { what: describe(scene, place) }) : describe(scene, place));
    if (ways.length === 1) return this.does.move(ways[0]);
    this.held = { id: shape.id, ways, at: shape.cells[0] };
    this.board.hold(shape.id, ends(ways));
    this.does.say(t("holding", { what: shape.label || nameOf(scene, place), n: ways.length }));
  }

  /** The pieces between a place and the only empty one of its line, the nearest to the empty one first. @param {Scene} scene @param {Place} place */
  #run(scene, [x, y]) {
    const blank = blankOf(scene);
    if (!blank || (blank[0] !== x) === (blank[1] !== y)) return [];
    const [dx, dy] = [Math.sign(x - blank[0]), Math.sign(y - blank[1])];
    const ids = [];
    for (let at = /** @type {Place} */ ([blank[0] + dx, blank[1] + dy]); ; at = [at[0] + dx, at[1] + dy]) {
      const shape = shapeAt(scene, at);
      if (!shape) return [];
      ids.push(shape.id);
      if (at[0] === x && at[1] === y) return ids;
    }
  }

  #focus() {
    if (!this.#isPointed) this.board.box.classList.add("keyed");
    if (this.cursor) return this.board.cursor(this.cursor);
    const all = this.#places();
    this.cursor = all.find((place) => this.now().touches.some((touch) => same(touch.way[0], place))) ?? all[0];
    this.board.cursor(this.cursor);
  }

  /** A key on the board, or on the page where no other element has it. @param {KeyboardEvent} event */
  key(event) {
    const scene = this.board.scene;
    if (!scene || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROWS[event.key];
    if (direction) {
      event.preventDefault();
      event.stopPropagation();
      this.board.box.classList.add("keyed");
      const blank = event.shiftKey || this.now().edits ? undefined : blankOf(scene);
      if (blank) return this.#slide(scene, blank, direction);
      return this.held ? this.#steer(direction) : this.#walk(direction, scene);
    }
    if (event.key === "Escape") {
      this.reset();
      return this.does.say(t("put-back"));
    }
    if (event.key === "Tab" && this.held) {
      // Several ways may have the same end, and some come back to where they began.
      event.preventDefault();
      return this.#turn(event.shiftKey ? -1 : 1);
    }
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (!this.cursor) return this.#focus();
    if (this.now().edits) {
      if (!this.strokeFrom && scene.form === "block") {
        this.strokeFrom = this.cursor;
        return this.does.say(t("stroke-from", { place: nameOf(scene, this.cursor) }));
      }
      this.does.stroke(this.strokeFrom ?? this.cursor, this.cursor);
      this.strokeFrom = undefined;
      return;
    }
    if (!this.held) return this.tap(this.cursor);
    const target = this.held.chosen ?? ending(this.held.ways, this.held.at);
    this.reset();
    if (target) {
      this.cursor = target.way[target.way.length - 1];
      this.does.move(target);
    }
  }

  /** Slides the piece beside the only empty place. @param {Scene} scene @param {Place} blank @param {Place} direction */
  #slide(scene, blank, direction) {
    const shape = shapeAt(scene, [blank[0] - direction[0], blank[1] - direction[1]]);
    if (!shape) return this.does.say(t("not-that-way"));
    this.cursor = blank;
    this.does.run([shape.id]);
  }

  /** @param {Place} direction @param {Scene} scene */
  #walk(direction, scene) {
    const from = this.cursor ?? this.#places()[0];
    const beside = /** @type {Place} */ ([from[0] + direction[0], from[1] + direction[1]]);
    if (isFull(scene)) this.cursor = isOn(scene, beside) ? beside : from;
    else this.cursor = nearest(this.#places(), from, direction) ?? from;
    this.board.cursor(this.cursor);
    this.does.say(describe(scene, this.cursor));
  }

  /** Moves what is held towards one of its ends. @param {Place} direction */
  #steer(direction) {
    const { held } = this;
    if (!held) return;
    const home = held.ways[0].way[0];
    const stops = [home, ...ends(held.ways)];
    const next = nearest(stops, held.at, direction) ?? leaning(stops, held.at, direction);
    if (!next) return this.does.say(t("not-that-way"));
    [held.at, held.chosen] = [next, undefined];
    this.board.picture.place(held.id, next);
    this.does.say(t("to", { place: this.#name(next) }));
  }

  /** Chooses the next way of what is held. @param {number} by */
  #turn(by) {
    const { held } = this;
    if (!held) return;
    const at = held.chosen ? held.ways.indexOf(held.chosen) + by : by > 0 ? 0 : held.ways.length - 1;
    const chosen = held.ways[(at + held.ways.length) % held.ways.length];
    [held.chosen, held.at] = [chosen, chosen.way[chosen.way.length - 1]];
    this.board.picture.place(held.id, held.at);
    this.does.say(t("by-way", { places: chosen.way.slice(1).map((place) => this.#name(place)).join(", ") }));
  }

  /** @param {Place} place */
  #name(place) {
    return this.board.scene ? nameOf(this.board.scene, place) : "";
  }
}

/** @param {Touch[]} ways */
const ends = (ways) => ways.map((touch) => touch.way[touch.way.length - 1]);

/** The nearest stop in a half plane, where none is straight ahead. @param {Place[]} stops @param {Place} from @param {Place} direction */
function leaning(stops, from, [right, below]) {
  const ahead = (/** @type {Place} */ [x, y]) => (x - from[0]) * right + (y - from[1]) * below;
  const far = (/** @type {Place} */ [x, y]) => Math.hypot(x - from[0], y - from[1]);
  return stops.filter((stop) => ahead(stop) > 0).sort((one, other) => far(one) - far(other))[0];
}

/** @param {Touch} touch */
function length({ way }) {
  return way.slice(1).reduce((sum, place, at) => sum + Math.hypot(place[0] - way[at][0], place[1] - way[at][1]), 0);
}

/** The move that ends nearest to a point, unless staying is nearer. @param {Touch[]} ways @param {Place} at */
export function ending(ways, at) {
  const far = (/** @type {Place} */ [x, y]) => Math.hypot(x - at[0], y - at[1]);
  const best = [...ways].sort((one, other) => far(one.way[one.way.length - 1]) - far(other.way[other.way.length - 1]) || length(one) - length(other))[0];
  return best && far(best.way[best.way.length - 1]) < far(best.way[0]) ? best : undefined;
}

/** The stop of any of the ways at which the hand is. @param {Touch[]} ways @param {Point} hand */
export function stopAt(ways, hand) {
  return ways.flatMap(({ way }) => way).find(([x, y]) => Math.hypot(x - hand.x, y - hand.y) < THERE);
}

/** The longest way that the hand went along, stop by stop, to where it is now. @param {Touch[]} ways @param {Place[]} passed @param {Place | undefined} end */
export function traced(ways, passed, end) {
  const isTraced = (/** @type {Touch} */ { way }) => {
    const own = passed.filter((place) => way.some((stop) => same(stop, place)));
    const stops = own.filter((place, at) => at === 0 || !same(place, own[at - 1]));
    return stops.length === way.length && stops.every((place, at) => same(place, way[at]));
  };
  if (!end) return undefined;
  const there = ways.filter((touch) => same(touch.way[touch.way.length - 1], end) && isTraced(touch));
  return there.sort((one, other) => other.way.length - one.way.length)[0];
}

/** The point on any of the ways that is nearest to the hand. @param {Touch[]} ways @param {Point} hand */
export function along(ways, hand) {
  let near = { at: ways[0].way[0], distance: Infinity };
  for (const { way } of ways) {
    for (let part = 1; part < way.length; part++) {
      const [[ax, ay], [bx, by]] = [way[part - 1], way[part]];
      const square = (bx - ax) ** 2 + (by - ay) ** 2;
      const share = Math.min(1, Math.max(0, ((hand.x - ax) * (bx - ax) + (hand.y - ay) * (by - ay)) / square));
      const at = /** @type {Place} */ ([ax + share * (bx - ax), ay + share * (by - ay)]);
      const distance = Math.hypot(at[0] - hand.x, at[1] - hand.y);
      if (distance < near.distance) near = { at, distance };
    }
  }
  return near;
}

/** What is on a place, in words. @param {Scene} scene @param {Place} place */
export function describe(scene, place) {
  const shape = shapeAt(scene, place);
  const what = () => {
    if (scene.form === "light") return shape?.role === "lit" ? (/^\d+$/.test(shape.label) ? t("light-level", { n: shape.label }) : t("light-on")) : t("light-off");
    if (scene.form === "peg") return t(shape?.role === "piece" ? "a-peg" : "a-hole");
    if (!shape || shape.role === "mark") return t("empty");
    return t(shape.role === "goal" ? "goal-piece" : shape.role === "wall" ? "a-wall" : "a-piece", { label: shape.label });
  };
  const ends = (scene.wires ?? []).flatMap(({ from, to, one_way }) => (from === shape?.id ? [to] : to === shape?.id && !one_way ? [from] : []));
  const names = ends.map((id) => scene.shapes.find((other) => other.id === id)?.name);
  return `${what()}, ${nameOf(scene, place)}${names.length ? `, ${t("wired-to", { places: names.join(" ") })}` : ""}`;
}

// The board on the page: the picture, overlays, and the animation from one position to the next.

import { UNIT, same } from "./geometry.js";
import { isStill } from "./page.js";
import { Picture } from "./picture.js";
import { element } from "./svg.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./geometry.js").Place} Place */
/** @typedef {import("./types.js").Touch} Touch */
/** @typedef {import("./types.js").Overlay} Overlay */

const JUMP = 220;

export class Board {
  picture = new Picture();
  overlayLayer = element("g", { class: "overlay" });
  hintLayer = element("g", { "data-passing": "" });
  endLayer = element("g", { "data-passing": "" });
  cursorMark = element("rect", { class: "cursor", rx: 7, width: UNIT - 2, height: UNIT - 2, "data-passing": "" });

  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.picture.above.append(this.overlayLayer, this.hintLayer, this.endLayer, this.cursorMark);
  }

  get scene() {
    return this.picture.scene;
  }

  /**
   * Shows a scene; `by` is the move that led to it, if it is one.
   * @param {Scene} scene
   * @param {Touch} [by]
   */
  show(scene, by) {
    const before = this.scene;
    const isNew = !before || before.width !== scene.width || before.height !== scene.height || before.form !== scene.form;
    this.box.classList.toggle("still", isNew);
    if (isNew || this.picture.root.parentNode !== this.box) this.box.replaceChildren(this.picture.root);
    this.picture.draw(scene);
    this.box.classList.toggle("is-light", scene.form === "light");
    const size = this.picture.geometry;
    if (size) this.box.style.setProperty("--ratio", String(size.width / size.height));
    if (by && !isNew && !isStill()) this.#jump(before, scene, by);
  }

  /** Marks the shapes that can be dragged: a finger on them drags, and elsewhere it scrolls. @param {Touch[]} touches @param {boolean} edits */
  free(touches, edits) {
    this.box.classList.toggle("edits", edits);
    const ids = new Set(touches.flatMap((touch) => (touch.shape === undefined || touch.way.length < 2 ? [] : [touch.shape])));
    for (const [id, { node }] of this.picture.shapes) node.classList.toggle("can", ids.has(id));
  }

  /** Shows a move at once, before the engine confirms it. @param {Touch} touch */
  anticipate(touch) {
    const end = touch.way[touch.way.length - 1];
    if (touch.shape !== undefined && this.scene?.form === "block") this.picture.place(touch.shape, end);
    if (touch.shape !== undefined || isStill()) return;
    const shape = this.picture.shapeOn(end);
    shape?.animate([{ opacity: 1 }, { opacity: 0.55 }, { opacity: 1 }], { duration: 160 });
  }

  /** Shows a word instead of a board. @param {string} text */
  say(text) {
    const note = document.createElement("p");
    note.className = "note";
    note.textContent = text;
    this.picture.scene = undefined;
    this.box.replaceChildren(note);
  }

  /**
   * Where the shapes stay and only change what they are, a copy travels: pegs.
   * @param {Scene} before @param {Scene} after @param {Touch} by
   */
  #jump(before, after, by) {
    const node = by.shape === undefined ? undefined : this.picture.shapes.get(by.shape)?.node;
    const was = before.shapes.find((shape) => shape.id === by.shape);
    const is = after.shapes.find((shape) => shape.id === by.shape);
    if (!node || !was || !is || was.role === is.role || by.way.length < 2 || !this.picture.geometry) return;
    const end = after.shapes.find((shape) => same(shape.cells[0], by.way[by.way.length - 1]));
    const landed = end && this.picture.shapes.get(end.id)?.node;
    if (!landed) return;
    const copy = /** @type {SVGElement} */ (landed.cloneNode(true));
    copy.querySelector(".hole")?.remove();
    copy.removeAttribute("data-id");
    copy.setAttribute("data-passing", "");
    const peg = landed.querySelectorAll(".peg, .shine");
    peg.forEach((part) => part.setAttribute("visibility", "hidden"));
    this.picture.layer.append(copy);
    const frames = by.way.map((place) => {
      const [x, y] = /** @type {NonNullable<Picture["geometry"]>} */ (this.picture.geometry).shift(place);
      return { transform: `translate(${x}px, ${y}px)` };
    });
    const travel = copy.animate(frames, { duration: JUMP * (by.way.length - 1), easing: "ease-in-out" });
    const arrive = () => {
      copy.remove();
      peg.forEach((part) => part.removeAttribute("visibility"));
    };
    travel.onfinish = arrive;
    travel.oncancel = arrive;
  }

  /** Where the pointer is, in units of places, and in those of the picture. @param {{ clientX: number, clientY: number }} event */
  at(event) {
    const matrix = /** @type {SVGGraphicsElement} */ (this.picture.root).getScreenCTM();
    const size = this.picture.geometry;
    if (!matrix || !size || !this.scene) return undefined;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    // On wires nothing is dragged, and places have no columns.
    const [across, down] = this.scene.spots ? [UNIT, UNIT] : size.shift([1, 1]);
    return { x: (x - UNIT / 2) / across, y: (y - UNIT / 2) / down, picture: /** @type {[number, number]} */ ([x, y]) };
  }

  /** Shows the cursor of the keys. @param {Place | undefined} place */
  cursor(place) {
    this.cursorMark.style.visibility = place ? "visible" : "hidden";
    if (!place || !this.picture.geometry) return;
    const [x, y] = this.picture.geometry.shift(place);
    this.cursorMark.setAttribute("x", String(x + 1));
    this.cursorMark.setAttribute("y", String(y + 1));
  }

  /** Shows what is held and where it may go. @param {number | undefined} id @param {Place[]} ends */
  hold(id, ends) {
    for (const [other, { node }] of this.picture.shapes) node.classList.toggle("held", other === id);
    const size = this.picture.geometry;
    this.endLayer.replaceChildren(
      ...ends.map((end) => {
        const [cx, cy] = size ? size.middle(end) : [0, 0];
        return element("circle", { class: "end", cx, cy, r: 6 });
      }),
    );
  }

  /** Points at a place, or draws the way of a move. @param {Touch | undefined} touch @param {boolean} whole */
  point(touch, whole) {
    const size = this.picture.geometry;
    this.hintLayer.replaceChildren();
    if (!touch || !size || !this.scene) return;
    const shape = this.scene.shapes.find((other) => other.id === touch.shape);
    const cells = shape ? shape.cells : [touch.way[0]];
    for (const cell of cells) {
      const [x, y] = size.shift(cell);
      this.hintLayer.append(this.#ring(x, y, 3, "pointed"));
    }
    if (!whole || touch.way.length < 2) return;
    // The arrow goes from middle to middle of what moves.
    const all = cells.map(size.middle);
    const [x0, y0] = size.middle(touch.way[0]);
    const [dx, dy] = [0, 1].map((axis) => (Math.min(...all.map((point) => point[axis])) + Math.max(...all.map((point) => point[axis]))) / 2);
    const middles = touch.way.map(size.middle).map(([x, y]) => [x + dx - x0, y + dy - y0]);
    // It begins at the edge, so that what stands on the shape can be read.
    const [start, next] = middles;
    const reach = [0, 1].map((axis) => (Math.max(...all.map((point) => point[axis])) - Math.min(...all.map((point) => point[axis])) + UNIT) / 2);
    middles[0] = start.map((value, axis) => value + Math.sign(next[axis] - value) * Math.min(reach[axis], Math.abs(next[axis] - value) / 2));
    const [last, before] = [middles[middles.length - 1], middles[middles.length - 2]];
    const angle = (Math.atan2(last[1] - before[1], last[0] - before[0]) * 180) / Math.PI;
    this.hintLayer.append(
      element("polyline", { class: "arrow", points: middles.map((point) => point.join(",")).join(" ") }),
      element("path", { class: "arrow-tip", d: "M10 0L-8 -9L-8 9Z", transform: `translate(${last.join(" ")}) rotate(${angle})` }),
    );
  }

  /** A ring around a place, in the form of what is there. @param {number} x @param {number} y @param {number} inside @param {string} kind */
  #ring(x, y, inside, kind) {
    const side = UNIT - 2 * inside;
    if (this.scene?.form === "peg" || this.scene?.spots) return element("circle", { class: kind, cx: x + UNIT / 2, cy: y + UNIT / 2, r: side / 2 - inside / 2 });
    return element("rect", { class: kind, x: x + inside, y: y + inside, width: side, height: side, rx: 6 });
  }

  /** Lays a certificate over the board. @param {Overlay | undefined} overlay */
  lay(overlay) {
    const size = this.picture.geometry;
    const mark = (/** @type {{ at: Place, text?: string }} */ { at, text }) => {
      if (!size) return [];
      const [x, y] = size.shift(at);
      if (!text) return [this.#ring(x, y, 5, "halo"), this.#ring(x, y, 5, "ring")];
      const width = 13 + 5.5 * (text.length - 1);
      const [cx, cy] = [x + UNIT - width / 2, y + 6];
      return [element("rect", { class: "badge", x: cx - width / 2, y: cy - 6.5, width, height: 13, rx: 6.5 }), element("text", { x: cx, y: cy }, [text])];
    };
    this.overlayLayer.replaceChildren(...(overlay?.marks ?? []).flatMap(mark));
  }
}

// Certificates to touch, and reasons as text. A certificate lies over the board and stays there
// while moves are made: what it counts is counted again after each of them.

import { box, make } from "./page.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Response} Response */
/** @typedef {import("./types.js").Overlay} Overlay */
/** @typedef {import("./types.js").Scene} Scene */

export class Reasons {
  /** The overlay of each switch: two may have the same title. @type {WeakMap<Element, Overlay>} */
  #overlays = new WeakMap();
  /** The overlay on the board, and the puzzle it belongs to. @type {{ overlay: Overlay, game: number, before: number | undefined } | undefined} */
  #laid;
  /** The position at which a lasting certificate was shown. */
  #game = -1;

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    app.parts.push({ show: () => this.#moved() });
  }

  #moved() {
    const { app } = this;
    const lasts = this.#game === app.game.number && this.#laid?.overlay !== undefined && app.look?.scene !== undefined;
    if (!lasts) {
      this.#game = -1;
      this.#laid = undefined;
      box("reasons").hidden = true;
      return;
    }
    if (this.#laid) this.#lay(this.#laid.overlay);
  }

  /** @param {Response} answer */
  show(answer) {
    const place = box("reasons");
    const reasons = answer.reasons ?? [];
    const isNever = answer.outcome === "unsolvable";
    place.hidden = reasons.length === 0;
    const heading = make("h2", "", [t(isNever ? "why-none" : "why-no-fewer")]);
    const parts = reasons.flatMap((reason) => {
      const isCertificate = "certificate" in reason.reason;
      const kind = make("p", "faint", [t(isCertificate ? "is-certificate" : "is-account")]);
      // What only the command line can do is left out.
      const words = make("pre", "", [reason.text.split("\n").filter((line) => !/--[a-z]/.test(line)).join("\n")]);
      words.tabIndex = 0;
      return [...(reason.overlays ?? []).map((overlay) => this.#switch(overlay)), kind, words];
    });
    const count = make("p", "touch-count");
    count.id = "touch-count";
    count.setAttribute("role", "status");
    place.replaceChildren(heading, count, ...parts);
    const first = reasons.flatMap((reason) => reason.overlays ?? [])[0];
    this.#laid = undefined;
    this.#game = isNever && first ? this.app.game.number : -1;
    if (first) this.#lay(first);
  }

  /** @param {Overlay} overlay */
  #switch(overlay) {
    const button = make("button", "overlay-switch", [overlay.title]);
    button.type = "button";
    this.#overlays.set(button, overlay);
    button.addEventListener("click", () => this.#lay(button.getAttribute("aria-pressed") === "true" ? undefined : overlay));
    return button;
  }

  /** @param {Overlay | undefined} overlay */
  #lay(overlay) {
    const { app } = this;
    app.board.lay(overlay);
    for (const button of box("reasons").querySelectorAll(".overlay-switch")) {
      button.setAttribute("aria-pressed", String(overlay !== undefined && this.#overlays.get(button) === overlay));
    }
    const scene = app.look?.scene;
    const isSame = this.#laid?.overlay === overlay;
    const before = isSame ? this.#laid?.before : undefined;
    const now = overlay && scene ? measure(scene, overlay) : undefined;
    this.#laid = overlay && { overlay, game: app.game.number, before: now };
    const count = document.getElementById("touch-count");
    if (count) count.textContent = now === undefined || !scene || !overlay ? "" : this.#words(scene, overlay, now, before);
  }

  /** What a certificate counts now, and what the last move did to it. @param {Scene} scene @param {Overlay} overlay @param {number} now @param {number | undefined} before */
  #words(scene, overlay, now, before) {
    const isSum = overlay.marks.some((mark) => mark.text);
    const invites = t(scene.form === "light" ? "touch-lights" : "touch-pegs");
    const counts = isSum ? t("sum-now", { n: now }) : t(now % 2 ? "marked-odd" : "marked-even", { n: now });
    const change = before === undefined ? invites : isSum ? t("sum-before", { n: before }) : t("marked-before", { n: Math.abs(now - before) });
    return `${counts} ${change}`;
  }
}

/** The marked places that hold a peg or a light, or the sum of their weights; undefined where a certificate counts something else. @param {Scene} scene @param {Overlay} overlay */
export function measure(scene, overlay) {
  if (scene.form === "block") return undefined;
  const levels = new Map(scene.shapes.map((shape) => [shape.cells[0].join(), shape.role === "lit" ? (/^\d+$/.test(shape.label) ? Number(shape.label) : 1) : shape.role === "piece" ? 1 : 0]));
  return overlay.marks.reduce((sum, { at, text }) => sum + (text ? Number(text) : 1) * (levels.get(at.join()) ?? 0), 0);
}

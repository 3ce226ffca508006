// Certificates to touch, and reasons as text. A certificate lies over the board and stays there
// while moves are made: what it counts is counted again after each of them.

import { box, make } from "./page.js";
import { parity } from "./parity.js";
import { has, t, units } from "./words.js";

/** @typedef {import("./types.js").Response} Response */
/** @typedef {import("./types.js").Overlay} Overlay */
/** @typedef {import("./types.js").Scene} Scene */

export class Reasons {
  /** The overlay of each switch: two may have the same title. @type {WeakMap<Element, Overlay>} */
  #overlays = new WeakMap();
  /** The certificate that an overlay belongs to. @type {WeakMap<Overlay, unknown>} */
  #certificates = new WeakMap();
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
    const { app } = this;
    const place = box("reasons");
    const reasons = answer.reasons ?? [];
    document.getElementById("why-button")?.remove();
    const isNever = answer.outcome === "unsolvable";
    place.hidden = reasons.length === 0;
    const heading = make("h2", "", [t(isNever ? "why-none" : "why-no-fewer")]);
    const parts = reasons.flatMap((reason) => {
      const certificate = reason.reason?.certificate;
      for (const overlay of reason.overlays ?? []) this.#certificates.set(overlay, certificate);
      const kind = make("p", "", [certificate === undefined ? accountOf(reason.reason?.account, app.metric?.id) || t("is-account") : t("is-certificate")]);
      // What only the command line can do is left out. The proof in full is in English.
      const words = make("pre", "", [reason.text.split("\n").filter((line) => !/--[a-z]/.test(line)).join("\n")]);
      Object.assign(words, { tabIndex: 0, lang: "en" });
      const full = make("details", "", [make("summary", "", [t("in-full")]), words]);
      return [...(reason.overlays ?? []).map((overlay) => this.#switch(overlay, titleOf(certificate, overlay))), kind, full];
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

  /** @param {Overlay} overlay @param {string} title */
  #switch(overlay, title) {
    const button = make("button", "overlay-switch", [title]);
    button.type = "button";
    this.#overlays.set(button, overlay);
    button.addEventListener("click", () => this.#lay(button.getAttribute("aria-pressed") === "true" ? undefined : overlay));
    return button;
  }

  /** @param {Overlay | undefined} overlay */
  #lay(overlay) {
    const { app } = this;
    const counted = overlay && app.look?.scene ? parity(app.look.scene, this.#certificates.get(overlay)) : undefined;
    app.board.lay(overlay && counted ? { ...overlay, marks: counted.marks } : overlay);
    for (const button of box("reasons").querySelectorAll(".overlay-switch")) {
      button.setAttribute("aria-pressed", String(overlay !== undefined && this.#overlays.get(button) === overlay));
    }
    const scene = app.look?.scene;
    const isSame = this.#laid?.overlay === overlay;
    const before = isSame ? this.#laid?.before : undefined;
    const now = counted?.sum ?? (overlay && scene ? measure(scene, overlay) : undefined);
    this.#laid = overlay && { overlay, game: app.game.number, before: now };
    const count = document.getElementById("touch-count");
    if (count) count.textContent = now === undefined || !scene || !overlay ? "" : counted ? this.#parity(counted, before) : this.#words(scene, overlay, now, before);
  }

  /** What the order of the tiles counts now; a slide changes it, but not whether it is odd. @param {import("./parity.js").Parity} counted @param {number | undefined} before */
  #parity({ kind, a, b, sum }, before) {
    const odd = (/** @type {number} */ n) => t(n % 2 ? "odd" : "even");
    const counts = t(`parity-${kind}`, { a, b, n: sum, odd: odd(sum) });
    return `${counts} ${before === undefined ? t("touch-tiles") : t("parity-before", { n: before, odd: odd(before) })}`;
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

/** What a certificate shows, in the language of the page. @param {Record<string, unknown> | undefined} certificate @param {Overlay} overlay */
function titleOf(certificate, overlay) {
  const kind = String(certificate?.kind ?? Object.keys(certificate ?? {})[0]);
  const key = certificate?.colourings || certificate?.pagodas ? (overlay.marks.some((mark) => mark.text) ? "cert-pagoda" : "cert-colouring") : `cert-${kind.replaceAll("_", "-").replace(/^quiet-.*/, "quiet")}`;
  return has(key) ? t(key) : overlay.title;
}

/** What a search did, in a sentence: why no fewer will do, or why there is nothing. Empty where it is not known. @param {Record<string, any> | undefined} account @param {string} [metric] */
export function accountOf(account, metric) {
  if (!account || !has(`account-${account.kind}`)) return "";
  const { depth = 0, positions = 0, because = "", log2 = 0 } = account;
  return t(`account-${account.kind}`, { moves: units(depth, metric), positions, because: because.replace(/: \d+ positions, depth first.*/, ""), n: log2 > 40 ? `2^${log2}` : 2 ** log2 });
}

/** The marked places that hold a peg or a light, or the sum of their weights; undefined where a certificate counts something else. @param {Scene} scene @param {Overlay} overlay */
export function measure(scene, overlay) {
  if (scene.form === "block") return undefined;
  const levels = new Map(scene.shapes.map((shape) => [shape.cells[0].join(), shape.role === "lit" ? (/^\d+$/.test(shape.label) ? Number(shape.label) : 1) : shape.role === "piece" ? 1 : 0]));
  return overlay.marks.reduce((sum, { at, text }) => sum + (text ? Number(text) : 1) * (levels.get(at.join()) ?? 0), 0);
}

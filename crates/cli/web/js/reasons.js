// Reasons: certificates as overlays of the board and as text, search logs as text.

import { box } from "./page.js";

/** @typedef {import("./types.js").Response} Response */
/** @typedef {import("./types.js").Overlay} Overlay */

export class Reasons {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    app.parts.push({ show: () => (box("reasons").hidden = true) });
  }

  /** @param {Response} answer */
  show(answer) {
    const place = box("reasons");
    const reasons = answer.reasons ?? [];
    place.hidden = reasons.length === 0;
    const heading = document.createElement("h3");
    heading.textContent = answer.outcome === "unsolvable" ? "Why there is no solution" : "Why no fewer";
    const parts = reasons.flatMap((reason) => {
      const kind = document.createElement("p");
      kind.className = "faint";
      kind.textContent = "certificate" in reason.reason ? "A certificate: it can be checked without a search." : "An account of work: it can only be repeated.";
      const words = document.createElement("pre");
      words.tabIndex = 0;
      words.textContent = reason.text;
      return [...(reason.overlays ?? []).map((overlay) => this.#switch(overlay)), kind, words];
    });
    place.replaceChildren(heading, ...parts);
    const first = reasons.flatMap((reason) => reason.overlays ?? [])[0];
    if (first) this.#lay(first);
  }

  /** @param {Overlay} overlay */
  #switch(overlay) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "overlay-switch", textContent: overlay.title });
    button.addEventListener("click", () => this.#lay(button.getAttribute("aria-pressed") === "true" ? undefined : overlay));
    return button;
  }

  /** @param {Overlay | undefined} overlay */
  #lay(overlay) {
    this.app.board.lay(overlay);
    for (const button of box("reasons").querySelectorAll(".overlay-switch")) {
      button.setAttribute("aria-pressed", String(button.textContent === overlay?.title));
    }
  }
}

// Helpers for SVG.

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * An element.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} [children]
 * @returns {SVGElement}
 */
export function element(name, attributes = {}, children = []) {
  const node = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/** What a picture looks like is in the style sheet; a file has to bring it along. */
const KEPT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "paint-order", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "display"];

/**
 * The picture as a file of its own.
 * @param {SVGElement} picture on the page, so that its style is known
 * @param {string} ground the colour behind it
 */
export function standalone(picture, ground) {
  const copy = /** @type {SVGElement} */ (picture.cloneNode(true));
  const [from, to] = [picture, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  from.forEach((node, at) => {
    const target = to[at];
    const style = getComputedStyle(node);
    for (const name of KEPT) {
      const value = style.getPropertyValue(name);
      if (value && value !== "normal") target.setAttribute(name, value);
    }
    const move = /** @type {SVGElement} */ (target).style?.transform?.match(/translate\(([-\d.]+)px(?:, ([-\d.]+)px)?\)/);
    if (move) target.setAttribute("transform", `translate(${move[1]} ${move[2] ?? 0})`);
    target.removeAttribute("style");
    target.removeAttribute("class");
  });
  copy.querySelectorAll("[data-passing], [display=none]").forEach((node) => node.remove());
  const [x, y, width, height] = (copy.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("xmlns", NAMESPACE);
  copy.prepend(element("rect", { x, y, width, height, fill: ground }));
  return new XMLSerializer().serializeToString(copy);
}

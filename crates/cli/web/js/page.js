// The elements of the page by name, and announcements for screen readers.

/**
 * The element with that id.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function find(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`there is no ${kind.name} #${id}`);
  return found;
}

/** @param {string} id */
export const button = (id) => find(id, HTMLButtonElement);
/** @param {string} id */
export const input = (id) => find(id, HTMLInputElement);
/** @param {string} id */
export const select = (id) => find(id, HTMLSelectElement);
/** @param {string} id */
export const box = (id) => find(id, HTMLElement);

/** Says something to screen readers. @param {string} text */
export function announce(text) {
  box("live-region").textContent = text;
}

/**
 * Shows a line under the board.
 * @param {string} id @param {string} text @param {"" | "good" | "bad"} [mood]
 */
export function say(id, text, mood = "") {
  const line = box(id);
  line.textContent = text;
  line.className = `status ${mood}`.trim();
  // The line under the board changes too often to be read aloud whenever it does.
  if (id === "status" && mood === "bad") announce(text);
}

/** Fills a list of choices. @param {HTMLSelectElement} list @param {{ value: string, text: string, group?: string }[]} options @param {string} chosen */
export function choices(list, options, chosen) {
  const groups = new Map();
  list.replaceChildren();
  for (const { value, text, group } of options) {
    const option = new Option(text, value, value === chosen, value === chosen);
    if (!group) {
      list.append(option);
      continue;
    }
    if (!groups.has(group)) {
      const made = document.createElement("optgroup");
      made.label = group;
      groups.set(group, made);
      list.append(made);
    }
    groups.get(group).append(option);
  }
}

/** `1 move`, `2 moves`. @param {number} number @param {{ id: string, one: string } | undefined} metric */
export function count(number, metric) {
  return `${number} ${number === 1 ? (metric?.one ?? "move") : (metric?.id ?? "moves")}`;
}

/** Whether an error only says that the request was cancelled. @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";

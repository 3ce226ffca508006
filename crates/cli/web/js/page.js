// The elements of the page by name, messages, dialogs, and announcements for screen readers.

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
export const dialog = (id) => find(id, HTMLDialogElement);
/** @param {string} id */
export const box = (id) => find(id, HTMLElement);

/** Says something to screen readers, also if it is what was said last. @param {string} text */
export function announce(text) {
  const region = box("live-region");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Shows a line in one of the places for messages.
 * @param {string} id @param {string} text @param {"" | "good" | "bad"} [mood]
 */
export function say(id, text, mood = "") {
  const line = box(id);
  line.textContent = text;
  line.className = `status ${mood}`.trim();
  // The line under the board changes too often to be read aloud whenever it does.
  if (id === "status") box("offers").replaceChildren();
  if (id === "status" && mood === "bad") announce(text);
}

/** A button that a message offers. @param {string} id @param {string} text @param {() => void} act */
export function offer(id, text, act) {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", id, textContent: text });
  made.addEventListener("click", act);
  return made;
}

/** An element with a class and content. @template {keyof HTMLElementTagNameMap} K @param {K} name @param {string} [kind] @param {(Node | string)[]} [children] @returns {HTMLElementTagNameMap[K]} */
export function make(name, kind = "", children = []) {
  const node = document.createElement(name);
  if (kind) node.className = kind;
  node.append(...children);
  return node;
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

/** Opens a dialog. Its close button, Escape and a click beside it close it. @param {string} id */
export function openDialog(id) {
  const it = dialog(id);
  if (!it.open) it.showModal();
}

export function dialogs() {
  for (const it of document.querySelectorAll("dialog")) {
    it.addEventListener("click", (event) => {
      const isClose = event.target instanceof Element && event.target.closest(".close");
      if (event.target === it || isClose) it.close();
    });
  }
}

/** Whether an error only says that the request was cancelled. @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";

/** Whether movement is unwelcome. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

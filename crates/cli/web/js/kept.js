// Storage of this tab for games that are too long for an address: they survive a reload and are
// visible in this tab only.

const PREFIX = "fewest kept ";

/** A name that sorts after all that were given before. */
export const newName = () => `${Date.now().toString(36)}${performance.now().toFixed(0).padStart(9, "0")}`;

/** Keeps something under a name; false where the browser has no room for it. @param {string} name @param {unknown} what */
export function keep(name, what) {
  const text = JSON.stringify(what);
  for (;;) {
    try {
      sessionStorage.setItem(PREFIX + name, text);
      return true;
    } catch {
      // The oldest makes room.
      const [oldest] = names().filter((other) => other !== PREFIX + name);
      if (oldest === undefined) return false;
      sessionStorage.removeItem(oldest);
    }
  }
}

/** What was kept under a name; nothing where it is not known. @param {string} name @returns {any} */
export function kept(name) {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function names() {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX)).sort();
  } catch {
    return [];
  }
}

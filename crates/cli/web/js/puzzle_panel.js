// The choice of the puzzle: examples, text in any format, files, metric and goal; and the faults of
// a text at their places.

import { box, choices, find, input, select } from "./page.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Fault} Fault */

const TYPING = 350;

/** @param {import("./app.js").App} app */
export function puzzlePanel(app) {
  const { families, game } = app;
  const text = find("text", HTMLTextAreaElement);
  const example = select("example");
  const as = select("as");

  const examples = families.flatMap((family) => family.examples.map((other) => ({ value: other.name, text: `${other.name} (${other.fewest ?? "no solution"})`, group: family.id })));
  const readers = families.flatMap((family) => [
    { value: family.id, text: family.id, group: family.id },
    ...family.formats.map((format) => ({ value: `${family.id}:${format.id}`, text: `${family.id}: ${format.id}`, group: family.id })),
  ]);

  example.addEventListener("change", () => {
    const found = game.findExample(example.value);
    if (found) app.open({ sources: [{ name: example.value, bytes: found.text }], as: found.as }, example.value);
  });
  const reopen = (/** @type {Partial<Puzzle>} */ change) => app.open({ ...game.puzzle, ...change }, "as" in change || "sources" in change ? "" : game.example);
  select("metric").addEventListener("change", () => reopen({ metric: select("metric").value }));
  select("goal").addEventListener("change", () => reopen({ goal: select("goal").value || undefined }));
  as.addEventListener("change", () => reopen({ as: as.value || undefined }));

  let reads = 0;
  /** Opens a text in its recognised format, or in the one that was chosen last if it is ambiguous. Of several texts the last one counts, whichever is answered first. */
  const read = async (/** @type {string} */ bytes, /** @type {string} */ name, typed = false) => {
    const number = ++reads;
    const [plain, chosen] = [{ sources: [{ name, bytes }] }, { sources: [{ name, bytes }], as: as.value }];
    const look = as.value ? await app.engine.ask({ ask: "look", puzzle: plain }) : undefined;
    if (number === reads) await app.open(look?.fault ? chosen : plain, "", typed);
  };
  let timer = 0;
  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => read(text.value, "text", true), TYPING);
  });
  input("file").addEventListener("change", async () => {
    const [file] = input("file").files ?? [];
    if (file) await read(await file.text(), file.name);
  });
  addEventListener("paste", (event) => {
    const isField = event.target instanceof Element && event.target.closest("input, textarea");
    const pasted = event.clipboardData?.getData("text/plain");
    if (!isField && pasted) read(pasted, "pasted");
  });
  addEventListener("dragover", (event) => (event.preventDefault(), document.body.classList.add("dropping")));
  addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const [file] = event.dataTransfer?.files ?? [];
    const dropped = file ? await file.text() : event.dataTransfer?.getData("text/plain");
    if (dropped) await read(dropped, file?.name ?? "dropped");
  });

  const show = () => {
    const { look, family, metric } = app;
    choices(example, [{ value: "", text: "own text" }, ...examples], game.example);
    const chosen = families.flatMap((other) => other.examples).find((other) => other.name === game.example);
    box("about").textContent = chosen ? `${chosen.about}.` : (family?.title ?? "");
    choices(as, [{ value: "", text: "whatever it is" }, ...readers], game.puzzle.as ?? "");
    choices(select("metric"), (family?.metrics ?? []).map((other) => ({ value: other.id, text: `${other.id}: ${other.about}` })), metric?.id ?? "");
    const goals = family?.goals ?? [];
    box("goal-label").hidden = goals.length === 0;
    choices(select("goal"), [{ value: "", text: "as the text says" }, ...goals.map((other) => ({ value: other.id, text: `${other.id}: ${other.about}` }))], game.puzzle.goal ?? "");
    if (text.value !== game.text && document.activeElement !== text) text.value = game.text;
    fault(text, game.moves.length ? undefined : look?.fault, look?.warnings ?? []);
  };
  app.parts.push({ show });
}

/**
 * What is wrong, with the line and a mark under the place.
 * @param {HTMLTextAreaElement} text @param {Fault | undefined} wrong @param {Fault[]} warnings
 */
function fault(text, wrong, warnings) {
  const place = box("fault");
  text.setAttribute("aria-invalid", String(Boolean(wrong)));
  const items = wrong ? [wrong] : warnings.slice(0, 5);
  place.replaceChildren(...items.map((item) => {
    const block = document.createElement("div");
    const what = document.createElement("b");
    const where = item.line ? `Line ${item.line}${item.column ? `, column ${item.column}` : ""}: ` : "";
    what.textContent = `${where}${item.what}`;
    block.append(what);
    if (item.remedy) block.append(` (${item.remedy})`);
    if (item.line) {
      const line = text.value.split("\n")[item.line - 1] ?? "";
      const excerpt = document.createElement("pre");
      const from = Math.max(0, (item.column ?? 1) - 30);
      excerpt.textContent = `${line.slice(from, from + 60)}\n${" ".repeat(Math.max(0, (item.column ?? 1) - 1 - from))}^`;
      block.append(excerpt);
    }
    return block;
  }));
}

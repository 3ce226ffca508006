// New puzzles: one click for a difficulty, or exactly as they are wanted.

import { DIFFICULTIES, hasLevels, howOf, movesOf } from "./levels.js";
import { announce, box, button, choices, dialog, find, input, isAbort, make, openDialog, say, select } from "./page.js";
import { signs } from "./solve.js";
import { words } from "./hint.js";
import { has, plain, t, units } from "./words.js";

/** @typedef {import("./types.js").GenerateHow} GenerateHow */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {ReturnType<typeof makers>} Makes */

/** The largest side of a board that the form takes, by family. @type {Record<string, number>} */
const SIDES = { lights: 60, tiles: 10, pegs: 9, blocks: 12 };

/** The fields with a number that a family may declare, and their fields in the form. @type {["pieces" | "walls", string][]} */
const NUMBERS = [["pieces", "new-pieces"], ["walls", "new-walls"]];

/** The option that a family declares for a field. @param {import("./types.js").Family | undefined} family @param {string} field */
const option = (family, field) => family?.options.find((other) => other.field === field);

/** @param {import("./app.js").App} app */
export function makers(app) {
  /** @type {AbortController | undefined} */
  let making;

  /** Asks for a puzzle; what the board lacks of what was asked for is an error. @param {string} family @param {GenerateHow} how @param {string} name @param {AbortSignal} signal @param {import("./engine.js").Options["progress"]} [progress] @returns {Promise<Puzzle>} */
  const ask = async (family, how, name, signal, progress) => {
    const answer = await app.engine.ask({ ask: { generate: { family, how } }, milliseconds: app.engine.longest }, { signal, progress });
    if (answer.text === undefined) throw new Error(answer.fault ? plain(answer.fault) : t("none-found"));
    if (answer.warnings?.length && progress) say("made", t("nearest"), "bad");
    return { sources: [{ name, bytes: answer.text, ...(answer.binary ? { binary: true } : {}) }], as: `${answer.family}:${answer.format}`, ...(how.metric ? { metric: how.metric } : {}) };
  };

  /** @param {string} family @param {GenerateHow} how @param {string} name @param {string} origin */
  const run = async (family, how, name, origin) => {
    making?.abort(new DOMException("not wanted any more", "AbortError"));
    const mine = (making = new AbortController());
    const sign = signs((text) => making === mine && say("made", text));
    announce(t("making"));
    button("stop-making").hidden = false;
    try {
      const puzzle = await ask(family, how, name, mine.signal, sign.progress);
      sign.end();
      if (making !== mine) return;
      dialog("new-dialog").close();
      await app.open(puzzle, { origin, isFresh: true });
    } catch (error) {
      if (making === mine) say("made", isAbort(error) ? t("cancelled") : words(error), isAbort(error) ? "" : "bad");
    } finally {
      sign.end();
      if (making === mine) {
        making = undefined;
        button("stop-making").hidden = true;
      }
    }
  };

  /** A new puzzle of a difficulty. @param {string} family @param {number} level */
  const level = (family, level) => {
    const seed = Math.floor(Math.random() * 1e9);
    return run(family, howOf(family, level, seed), `${t(`family-${family}`)} · ${t(DIFFICULTIES[level])}`, `level ${family} ${level}`);
  };

  const grid = () => {
    const families = app.families.filter((family) => hasLevels(family.id));
    const rows = families.map((family) => {
      const buttons = DIFFICULTIES.map((name, at) => {
        const moves = movesOf(family.id, at) ?? 0;
        const node = make("button", "", [make("b", "", [t(name)]), " ", make("span", "faint", [units(moves, family.metrics[0].id)])]);
        node.type = "button";
        node.setAttribute("aria-label", `${t(`family-${family.id}`)}, ${t(name)} ${units(moves, family.metrics[0].id)}`);
        node.dataset.level = `${family.id} ${at}`;
        node.addEventListener("click", () => level(family.id, at));
        return node;
      });
      return make("div", "new-row", [make("h3", "", [t(`family-${family.id}`)]), make("div", "new-buttons", buttons)]);
    });
    box("new-grid").replaceChildren(...rows);
  };

  const rules = () => {
    const family = app.families.find((other) => other.id === select("new-family").value);
    const offered = option(family, "rule")?.values ?? [];
    box("rule-label").hidden = offered.length === 0;
    const named = offered.map(({ id, about }) => ({ value: id, text: has(`rule ${id}`) ? t(`rule ${id}`) : about }));
    choices(select("rule"), [{ value: "", text: t("usual") }, ...named], "");
    for (const [field, id] of NUMBERS) find(`${id}-label`, HTMLElement).hidden = !option(family, field);
  };
  select("new-family").addEventListener("change", rules);

  /** A number of a field: undefined if it is empty, an error if it cannot be. @param {string} id @param {number} least @param {number} most */
  const number = (id, least, most) => {
    const field = input(id);
    field.removeAttribute("aria-invalid");
    if (field.value === "" && !field.validity.badInput) return undefined;
    const value = Number(field.value);
    if (Number.isInteger(value) && value >= least && value <= most && !field.validity.badInput) return value;
    field.setAttribute("aria-invalid", "true");
    field.focus();
    throw new Error(t("between", { what: document.querySelector(`label:has(#${id}) span`)?.textContent ?? id, least, most }));
  };

  find("generator", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const family = select("new-family").value;
    try {
      const side = SIDES[family] ?? 20;
      const [columns, rows] = [number("columns", 1, side), number("rows", 1, side)];
      const moves = number("exact", 1, 1000);
      const seed = number("seed", 0, Number.MAX_SAFE_INTEGER) ?? Math.floor(Math.random() * 1e9);
      /** @type {GenerateHow} */
      const how = { seed };
      // One side alone makes a square.
      const [wide, tall] = [columns ?? rows, rows ?? columns];
      if (wide && tall) how.size = [wide, tall];
      if (moves !== undefined) how.moves = moves;
      const rule = select("rule").value;
      if (rule) how.rule = rule;
      for (const [field, id] of NUMBERS) {
        const value = find(`${id}-label`, HTMLElement).hidden ? undefined : number(id, 0, 10000);
        if (value !== undefined) how[field] = value;
      }
      run(family, how, `${t(`family-${family}`)} ${seed}`, "custom");
    } catch (error) {
      say("made", words(error), "bad");
      announce(words(error));
    }
  });
  button("stop-making").addEventListener("click", () => making?.abort(new DOMException("not wanted any more", "AbortError")));
  dialog("new-dialog").addEventListener("close", () => making?.abort(new DOMException("not wanted any more", "AbortError")));
  button("new").addEventListener("click", () => {
    say("made", "");
    grid();
    choices(select("new-family"), app.families.map((family) => ({ value: family.id, text: t(`family-${family.id}`) })), app.family?.id ?? app.families[0].id);
    rules();
    openDialog("new-dialog");
  });
  return { ask, level };
}

// New puzzles: size, exact number of moves, seed; and one for every day.

import { box, button, choices, input, isAbort, say, select } from "./page.js";

/** @typedef {import("./types.js").GenerateHow} GenerateHow */

/** @param {import("./app.js").App} app */
export function generator(app) {
  /** @param {string} id */
  const number = (id) => (input(id).value === "" ? undefined : Number(input(id).value));

  /** @type {AbortController | undefined} */
  let making;
  /** @param {GenerateHow} how @param {string} name */
  const make = async (how, name) => {
    const family = select("new-family").value;
    say("made", "making one…");
    making = new AbortController();
    const { signal } = making;
    button("make").textContent = "Cancel";
    button("daily").disabled = true;
    try {
      const answer = await app.engine.ask({ ask: { generate: { family, how } }, milliseconds: app.engine.longest }, { signal });
      if (answer.fault || answer.text === undefined) return say("made", answer.fault ? `${answer.fault.what}${answer.fault.remedy ? ` (${answer.fault.remedy})` : ""}` : "none was found", "bad");
      const lack = answer.warnings?.[0]?.what;
      say("made", `Made with seed ${how.seed}.${lack ? ` ${lack}.` : ""}`, lack ? "bad" : "");
      await app.open({ sources: [{ name, bytes: answer.text }], as: `${answer.family}:${answer.format}`, ...(how.metric ? { metric: how.metric } : {}) });
    } catch (error) {
      say("made", isAbort(error) ? "" : String(error), isAbort(error) ? "" : "bad");
    } finally {
      making = undefined;
      button("make").textContent = "Make one";
      button("daily").disabled = false;
    }
  };

  button("make").addEventListener("click", () => {
    if (making) return making.abort(new DOMException("not wanted any more", "AbortError"));
    const [columns, rows, moves] = [number("columns"), number("rows"), number("exact")];
    const seed = number("seed") ?? Math.floor(Math.random() * 1e9);
    const rule = input("rule").value.trim();
    /** @type {GenerateHow} */
    const how = { seed };
    if (columns && rows) how.size = [columns, rows];
    if (moves !== undefined) how.moves = moves;
    if (rule && chosen()?.rules) how.rule = rule;
    if (app.game.puzzle.metric && chosen() === app.family) how.metric = app.game.puzzle.metric;
    make(how, `${select("new-family").value} ${seed}`);
  });
  button("daily").addEventListener("click", () => {
    const today = new Date();
    const day = `${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, "0")}-${String(today.getDate()).padStart(2, "0")}`;
    make({ seed: Number(day.replaceAll("-", "")) }, `${select("new-family").value} of ${day}`);
  });
  const chosen = () => app.families.find((family) => family.id === select("new-family").value);
  const rules = () => (box("rule-label").hidden = !chosen()?.rules);
  select("new-family").addEventListener("change", rules);
  /** @type {string | undefined} */
  let before;
  app.parts.push({
    show: () => {
      // After a change of the family, a new puzzle is of the new family.
      if (app.family && app.family.id !== before) {
        before = app.family.id;
        choices(select("new-family"), app.families.map((family) => ({ value: family.id, text: family.id })), before);
      }
      rules();
    },
  });
}

// New puzzles: size, exact number of moves, seed; and one for every day.

import { box, button, input, isAbort, say } from "./page.js";

/** @typedef {import("./types.js").GenerateHow} GenerateHow */

/** @param {import("./app.js").App} app */
export function generator(app) {
  /** @param {string} id */
  const number = (id) => (input(id).value === "" ? undefined : Number(input(id).value));

  /** @param {GenerateHow} how @param {string} name */
  const make = async (how, name) => {
    const family = app.family ?? app.families[0];
    say("made", "making one…");
    button("make").disabled = button("daily").disabled = true;
    try {
      const answer = await app.engine.ask({ ask: { generate: { family: family.id, how } }, milliseconds: app.engine.longest });
      if (answer.fault || answer.text === undefined) return say("made", answer.fault ? `${answer.fault.what}${answer.fault.remedy ? ` (${answer.fault.remedy})` : ""}` : "none was found", "bad");
      say("made", `Made with seed ${how.seed}.`);
      await app.open({ sources: [{ name, bytes: answer.text }], as: `${answer.family}:${answer.format}`, ...(how.metric ? { metric: how.metric } : {}) });
    } catch (error) {
      if (!isAbort(error)) say("made", String(error), "bad");
    } finally {
      button("make").disabled = button("daily").disabled = false;
    }
  };

  button("make").addEventListener("click", () => {
    const [columns, rows, moves] = [number("columns"), number("rows"), number("exact")];
    const seed = number("seed") ?? Math.floor(Math.random() * 1e9);
    const rule = input("rule").value.trim();
    /** @type {GenerateHow} */
    const how = { seed };
    if (columns && rows) how.size = [columns, rows];
    if (moves !== undefined) how.moves = moves;
    if (rule && app.family?.rules) how.rule = rule;
    if (app.game.puzzle.metric) how.metric = app.game.puzzle.metric;
    make(how, `${app.family?.id ?? "puzzle"} ${seed}`);
  });
  button("daily").addEventListener("click", () => {
    const today = new Date();
    const day = `${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, "0")}-${String(today.getDate()).padStart(2, "0")}`;
    make({ seed: Number(day.replaceAll("-", "")) }, `${app.family?.id ?? "puzzle"} of ${day}`);
  });
  app.parts.push({ show: () => (box("rule-label").hidden = !app.family?.rules) });
}

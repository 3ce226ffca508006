// The number: how many moves you have played, the fewest there are, and what the last move cost.

import { box, input } from "./page.js";
import { t, units } from "./words.js";

/** @typedef {import("./types.js").Response} Response */

/** @param {import("./app.js").App} app */
export function hero(app) {
  const place = box("hero");
  const show = () => {
    const { look, game, knowledge, metric } = app;
    const nodes = [];
    if (look && !look.fault) {
      const [start, now] = [app.start, knowledge.at() ?? (game.cursor === 0 ? app.start : undefined)];
      nodes.push(figure(t("you"), String(game.cursor), "you"));
      const isHidden = input("hide-fewest").checked && !look.is_goal;
      if (!isHidden) {
        nodes.push(figure(t("fewest"), fewest(start, game.cursor === 0 && look.is_goal === true), start?.optimal ? "proven" : ""));
        const words = look.is_goal ? "" : game.cursor === 0 && now?.outcome === "unsolvable" ? t("no-solution-short") : left(now, metric?.id);
        const cost = look.is_goal ? undefined : knowledge.cost();
        const line = document.createElement("span");
        line.className = "now";
        if (words) line.append(note(words, now?.outcome === "unsolvable" ? "bad" : ""));
        if (cost !== undefined) line.append(chip(cost));
        nodes.push(line);
      } else nodes.push(note(t("hidden-fewest"), ""));
    }
    place.replaceChildren(...nodes);
  };
  return { show };
}

/** The fewest from the start: a number, a range, or a dash. @param {Response | undefined} start @param {boolean} isSolved */
function fewest(start, isSolved) {
  if (isSolved) return "0";
  if (!start) return "…";
  if (start.outcome === "unsolvable") return "∅";
  if (start.optimal) return String(start.length);
  const least = start.at_least ?? 0;
  return start.length === undefined ? `≥ ${least}` : `${least}–${start.length}`;
}

/** What is left from here, in words. @param {Response | undefined} answer @param {string} [metric] */
export function left(answer, metric) {
  if (!answer || answer.fault) return "";
  if (answer.outcome === "unsolvable") return t("no-solution-here");
  if (answer.length === undefined) return t("at-least-left", { moves: units(answer.at_least ?? 0, metric) });
  if (answer.optimal) return t("left", { moves: units(answer.length, metric) });
  return t("between-left", { least: answer.at_least ?? 0, moves: units(answer.length, metric) });
}

/** @param {string} caption @param {string} number @param {string} kind */
function figure(caption, number, kind) {
  const node = document.createElement("span");
  node.className = `figure ${kind}`;
  const [small, large] = [document.createElement("span"), document.createElement("b")];
  [small.textContent, large.textContent] = [`${caption} `, number];
  node.append(small, large);
  return node;
}

/** @param {string} text @param {string} mood */
function note(text, mood) {
  const node = document.createElement("span");
  node.className = `left ${mood}`;
  node.textContent = text;
  node.id = "tally";
  return node;
}

/** @param {number} cost */
function chip(cost) {
  const node = document.createElement("span");
  node.className = `chip ${cost === 0 ? "good" : "bad"}`;
  node.textContent = cost === 0 ? t("cost-none") : cost === Infinity ? t("cost-all") : t("cost", { n: cost });
  return node;
}

// The moment: perfect or not, what it cost, both ways side by side, the next puzzle.

import { Board } from "./board.js";
import { GALLERY } from "./gallery.js";
import { box, button, dialog, input, isStill, make, offer, openDialog } from "./page.js";
import { noteBest, noteDay } from "./store.js";
import { t, units } from "./words.js";

/** @typedef {import("./types.js").Scene} Scene */

/** @param {import("./app.js").App} app */
export function solvedCard(app) {
  const place = box("solved");
  let told = "";

  const show = () => {
    const { look, game } = app;
    const isWon = Boolean(look?.is_goal) && game.cursor > 0 && !game.isPlaying && !game.hasFilm;
    place.hidden = !isWon;
    if (!isWon) {
      told = "";
      box("board").classList.remove("won");
      return;
    }
    box("board").classList.add("won");
    numbers();
  };

  /** What is known of the result; it may become known later. */
  const numbers = () => {
    if (place.hidden) return;
    const { game, knowledge, metric } = app;
    const { start } = app;
    const fewest = start?.optimal ? start.length : undefined;
    const isPerfect = fewest !== undefined && game.cursor <= fewest;
    const key = `${game.number} ${game.cursor} ${fewest}`;
    if (key === told) return;
    const isFirst = !told.startsWith(`${game.number} ${game.cursor} `);
    told = key;
    note(fewest);
    const moves = units(game.cursor, metric?.id);
    const title = make("h2", isPerfect ? "perfect" : "", [isPerfect ? t("perfect") : t("solved-title")]);
    title.id = "solved-title";
    const line = fewest === undefined ? t("solved", { moves }) : isPerfect ? t("perfect-line", { moves }) : t("solved-line", { moves, n: fewest });
    const lost = Array.from({ length: game.cursor }, (_, at) => ({ at: at + 1, cost: knowledge.cost(at + 1) })).filter(({ cost }) => cost && cost !== Infinity);
    const costs = lost.length ? [make("p", "faint", [lost.slice(0, 4).map(({ at, cost }) => t("move-cost", { at, n: cost ?? 0, move: game.moves[at - 1] })).join(" · ")])] : [];
    const star = make("span", isPerfect ? "star full" : "star", [isPerfect ? "★" : "☆"]);
    star.setAttribute("aria-hidden", "true");
    const actions = make("div", "actions", [
      primary(offer("next", t("next"), () => next(app))),
      ...(isPerfect ? [] : [offer("compare", t("compare-both"), () => compare(app))]),
      offer("again", t("again"), () => app.go(0)),
      offer("share-result", t("share"), () => button("share").click()),
    ]);
    place.replaceChildren(star, title, make("p", "", [line]), ...costs, actions);
    if (!isFirst) return;
    confetti(isPerfect);
    // On a phone the card is below the board.
    place.scrollIntoView({ block: "nearest", behavior: isStill() ? "auto" : "smooth" });
  };

  /** @param {number | undefined} fewest */
  const note = (fewest) => {
    const { game } = app;
    if (app.storeName) noteBest(app.storeName, game.cursor, fewest);
    const [kind, day, family] = game.origin.split(" ");
    if (kind === "day") noteDay(day, family);
  };

  /** Sparks over the board. @param {boolean} isPerfect */
  const confetti = (isPerfect) => {
    if (isStill()) return;
    const sparks = make("div", "sparks");
    sparks.setAttribute("aria-hidden", "true");
    for (let at = 0; at < (isPerfect ? 36 : 14); at++) {
      const spark = make("i", `s${at % 5}`);
      const [angle, far] = [Math.random() * 2 * Math.PI, 30 + Math.random() * 45];
      sparks.append(spark);
      spark.animate(
        [
          { transform: "translate(-50%, -50%) scale(1)", opacity: 1 },
          { transform: `translate(calc(-50% + ${Math.cos(angle) * far}cqmin), calc(-50% + ${Math.sin(angle) * far + 12}cqmin)) rotate(${Math.random() * 720}deg) scale(.4)`, opacity: 0 },
        ],
        { duration: 900 + Math.random() * 700, easing: "cubic-bezier(.15,.7,.4,1)", fill: "forwards" },
      );
    }
    box("board").append(sparks);
    setTimeout(() => sparks.remove(), 1800);
  };

  app.parts.push({ show });
  comparison();
  return { numbers };
}

/** @param {HTMLButtonElement} node */
function primary(node) {
  node.classList.add("primary");
  return node;
}

/** The next puzzle of the same kind: the next level, the same difficulty, the next of the gallery. @param {import("./app.js").App} app */
async function next(app) {
  const [kind, family, at] = app.game.origin.split(" ");
  if (kind === "level" || kind === "custom") {
    button("new").click();
    return;
  }
  if (kind === "pack") {
    const packs = await (await fetch("packs.json")).json();
    const level = packs[family]?.levels[Number(at) + 1];
    if (level) return app.open({ sources: [{ name: `${t(`family-${family}`)} ${Number(at) + 2}`, bytes: level[0] }], as: packs[family].as }, { origin: `pack ${family} ${Number(at) + 1}` });
  }
  const all = Object.values(GALLERY).flat().filter((entry) => !entry.text);
  const here = all.findIndex((entry) => entry.id === app.game.example);
  await app.openExample(all[(here + 1) % all.length].id, "gallery");
}

/** @type {{ mine: Scene[], best: Scene[] }} */
let ways = { mine: [], best: [] };

/** Both ways side by side. @param {import("./app.js").App} app */
async function compare(app) {
  const { game, engine, metric } = app;
  const answer = await engine.ask({ ask: "solve", puzzle: game.puzzle, milliseconds: engine.longest });
  const best = answer.moves ?? [];
  const scenes = async (/** @type {string[]} */ moves) => {
    const found = [];
    for (let at = 0; at <= moves.length; at++) {
      const { scene } = await engine.ask({ ask: "look", puzzle: game.puzzle, moves, cursor: at });
      if (scene) found.push(scene);
    }
    return found;
  };
  ways = { mine: await scenes(game.moves.slice(0, game.cursor)), best: await scenes(best) };
  box("mine-caption").textContent = t("yours", { moves: units(game.cursor, metric?.id) });
  box("best-caption").textContent = t("the-fewest", { moves: units(best.length, metric?.id) });
  input("compare-at").max = String(Math.max(ways.mine.length, ways.best.length) - 1);
  openDialog("compare-dialog");
  input("compare-at").value = "0";
  input("compare-at").dispatchEvent(new Event("input"));
}

function comparison() {
  const boards = { mine: new Board(box("mine")), best: new Board(box("best")) };
  const at = input("compare-at");
  let timer = 0;
  const show = () => {
    for (const which of /** @type {const} */ (["mine", "best"])) {
      const scenes = ways[which];
      if (!scenes.length) continue;
      const end = scenes.length - 1;
      boards[which].show(scenes[Math.min(end, Number(at.value))]);
      box(which).classList.toggle("done", Number(at.value) >= end);
    }
  };
  const stop = () => (clearInterval(timer), (timer = 0), (button("compare-play").textContent = t("play")));
  at.addEventListener("input", () => show());
  at.addEventListener("pointerdown", stop);
  button("compare-play").addEventListener("click", () => {
    if (timer) return stop();
    if (at.value === at.max) at.value = "0";
    show();
    button("compare-play").textContent = t("pause");
    timer = window.setInterval(() => {
      at.value = String(Number(at.value) + 1);
      show();
      if (at.value === at.max) stop();
    }, 700);
  });
  dialog("compare-dialog").addEventListener("close", stop);
}

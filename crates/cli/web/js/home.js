// The start page: what this is, today's puzzles, a gallery of famous ones, levels, and a box for
// any puzzle as text.

import { Board } from "./board.js";
import { GALLERY, nameOf } from "./gallery.js";
import { understand } from "./import.js";
import { hasLevels, howOf, levelOf, movesOf, seedOf, DIFFICULTIES } from "./levels.js";
import { box, button, find, isAbort, isStill, make } from "./page.js";
import { Picture } from "./picture.js";
import { bestOf, dayOf, nameOfPuzzle, recall, remember, streak } from "./store.js";
import { language, t, units } from "./words.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {{ puzzle: Puzzle, fewest: number | null | undefined, example: string, origin: string, name: string, about: string }} Card */

/** The puzzle of the film, and how long a position is shown. */
const [FILM, PACE] = ["course", 1500];
/** How far below the screen pictures are drawn. */
const AHEAD = "700px";

/** @param {import("./app.js").App} app @param {import("./new.js").Makes} makes */
export function home(app, makes) {
  /** @type {Map<string, Scene>} */
  const scenes = new Map();
  let visit = 0;
  let stop = new AbortController();
  /** @type {IntersectionObserver | undefined} */
  let watch;
  const ignore = (/** @type {unknown} */ error) => {
    if (!isAbort(error)) console.warn(error);
  };
  const isHome = (/** @type {number} */ number) => number === visit && document.body.dataset.view === "home";

  /** @param {Puzzle} puzzle */
  const sceneOf = async (puzzle) => {
    const key = JSON.stringify(puzzle);
    const known = scenes.get(key);
    if (known) return known;
    const { scene } = await app.engine.ask({ ask: "look", puzzle });
    if (scene) scenes.set(key, scene);
    return scene;
  };

  /** @param {Card} card */
  const link = (card) => {
    const { puzzle, fewest, example, origin, name, about } = card;
    const stored = nameOfPuzzle(puzzle, example);
    const best = bestOf(stored);
    const picture = make("span", "thumb");
    picture.setAttribute("aria-hidden", "true");
    const metric = app.families.find((family) => puzzle.as?.startsWith(family.id))?.metrics[0].id;
    const par = fewest === null ? t("no-solution-short") : fewest === undefined ? "" : t("fewest-are", { moves: units(fewest, metric) });
    const mine = best ? t("your-best", { n: best.moves }) : "";
    const isPerfect = best && fewest !== null && fewest !== undefined && best.moves <= fewest;
    const numbers = make("span", "card-numbers", [par, ...(mine ? [make("span", isPerfect ? "mine perfect" : "mine", [`${isPerfect ? "★ " : ""}${mine}`])] : [])]);
    const node = make("a", "card", [picture, make("span", "card-words", [make("b", "", [name]), make("span", "card-about", [about]), numbers])]);
    const words = new URLSearchParams(example ? { example } : { text: puzzle.sources[0].bytes, name, as: puzzle.as ?? "" });
    node.href = `#${words}`;
    node.dataset.id = example || name;
    node.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      app.open(puzzle, { example, origin });
    });
    return { node: make("li", "", [node]), picture, puzzle };
  };

  /** Draws the picture of a card. @param {{ picture: HTMLElement, puzzle: Puzzle }} card @param {number} number */
  const draw = async ({ picture, puzzle }, number) => {
    const scene = isHome(number) && (await sceneOf(puzzle));
    if (!scene || !isHome(number)) return;
    const drawn = new Picture();
    drawn.draw(scene);
    picture.classList.add("still");
    picture.replaceChildren(drawn.root);
  };

  /** Draws the pictures of cards that are on the screen or soon will be. @param {{ picture: HTMLElement, puzzle: Puzzle }[]} cards @param {number} number */
  const drawSeen = (cards, number) => {
    const all = new Map(cards.map((card) => [/** @type {Element} */ (card.picture), card]));
    watch?.disconnect();
    watch = new IntersectionObserver((entries, own) => {
      for (const { target, isIntersecting } of entries) {
        const card = all.get(target);
        if (!isIntersecting || !card) continue;
        own.unobserve(target);
        draw(card, number).catch(ignore);
      }
    }, { rootMargin: AHEAD });
    for (const picture of all.keys()) watch.observe(picture);
  };

  const gallery = (/** @type {number} */ number) => {
    const cards = [];
    const sections = [];
    // Families that the page does not know show their own examples.
    const others = app.families.filter((family) => !(family.id in GALLERY));
    /** @type {typeof GALLERY} */
    const own = Object.fromEntries(others.map((family) => [family.id, family.examples.map(({ name }) => ({ id: name }))]));
    for (const [family, entries] of Object.entries({ ...GALLERY, ...own })) {
      const here = entries.flatMap((entry) => {
        const example = app.families.find((other) => other.id === family)?.examples.find((other) => other.name === entry.id);
        if (!example && !entry.text) return [];
        const name = nameOf(entry.id);
        const puzzle = example ? { sources: [{ name: entry.id, bytes: example.text }], as: `${family}:${example.format}` } : { sources: [{ name, bytes: entry.text ?? "" }], as: entry.as };
        return [link({ puzzle, fewest: example ? example.fewest : entry.fewest, example: example ? entry.id : "", origin: "gallery", name, about: nameOf(entry.id, "about") })];
      });
      cards.push(...here);
      const title = make("h2", "", [t(`family-${family}`)]);
      title.id = `gallery-${family}`;
      const section = make("section", "", [title, make("p", "rule", [t(`rule-${family}`)]), make("ul", "cards", here.map(({ node }) => node))]);
      section.setAttribute("aria-labelledby", title.id);
      sections.push(section);
    }
    box("gallery").replaceChildren(...sections);
    drawSeen(cards, number);
  };

  /** Today's puzzles: made once a day, and kept. @param {number} number */
  const today = async (number) => {
    const now = new Date();
    const [day, level] = [dayOf(now), levelOf(now)];
    box("today-date").textContent = `${now.toLocaleDateString(language(), { weekday: "long", day: "numeric", month: "long" })} · ${t(DIFFICULTIES[level])}`;
    const families = app.families.filter((family) => hasLevels(family.id));
    const list = box("today");
    list.replaceChildren(...families.map((family) => make("li", "", [make("span", "card waiting", [make("span", "thumb"), make("span", "card-words", [make("b", "", [t(`family-${family.id}`)]), make("span", "card-about", [units(movesOf(family.id, level) ?? 0, family.metrics[0].id)])])])])));
    const kept = recall("today", /** @type {{ day: string, puzzles: Record<string, Puzzle> }} */ ({ day: "", puzzles: {} }));
    const puzzles = kept.day === day ? kept.puzzles : {};
    for (const [at, family] of families.entries()) {
      if (!isHome(number)) return;
      const name = `${t(`family-${family.id}`)} · ${day}`;
      puzzles[family.id] ??= await makes.ask(family.id, howOf(family.id, level, seedOf(now)), name, stop.signal);
      remember("today", { day, puzzles });
      if (!isHome(number)) return;
      const card = link({ puzzle: puzzles[family.id], fewest: movesOf(family.id, level), example: "", origin: `day ${day} ${family.id}`, name: t(`family-${family.id}`), about: "" });
      list.children[at].replaceWith(card.node);
      await draw(card, number);
    }
  };

  const packs = async () => {
    const known = await (await fetch("packs.json")).json();
    const made = Object.entries(/** @type {Record<string, { as: string, levels: [string, number][] }>} */ (known)).map(([family, { as, levels }]) => {
      const buttons = levels.map(([text, par], at) => {
        const puzzle = { sources: [{ name: `${t(`family-${family}`)} ${at + 1}`, bytes: text }], as };
        const best = bestOf(nameOfPuzzle(puzzle, ""));
        const node = make("button", best ? (best.moves <= par ? "done perfect" : "done") : "", [String(at + 1)]);
        Object.assign(node, { type: "button", title: t("fewest-are", { moves: par }) });
        node.setAttribute("aria-label", `${t(`family-${family}`)} ${at + 1}: ${t("fewest-are", { moves: par })}${best ? `, ${t("your-best", { n: best.moves })}` : ""}`);
        node.addEventListener("click", () => app.open(puzzle, { origin: `pack ${family} ${at}` }));
        return node;
      });
      return make("div", "pack", [make("h3", "", [t(`family-${family}`)]), make("div", "levels", buttons)]);
    });
    box("packs").replaceChildren(...made);
  };

  const stats = () => {
    const [days, best] = [streak(new Date()), Object.values(recall("best", /** @type {Record<string, import("./store.js").Best>} */ ({})))];
    const perfect = best.filter((one) => one.fewest !== undefined && one.moves <= one.fewest).length;
    box("stats").hidden = best.length === 0;
    box("stats").replaceChildren(make("span", "", [t("stat-solved", { n: best.length })]), make("span", "", [t("stat-perfect", { n: perfect })]), make("span", "", [t("stat-streak", { n: days })]));
  };

  /** A short game that plays itself. @param {number} number */
  const film = async (number) => {
    const found = app.game.findExample(FILM);
    if (!found) return;
    const puzzle = { sources: [{ name: FILM, bytes: found.text }], as: found.as };
    const board = new Board(box("intro-board"));
    const { moves = [] } = await app.engine.ask({ ask: "solve", puzzle, milliseconds: 1000 });
    /** @type {import("./types.js").Response[]} */
    const looks = [];
    for (let at = 0; at <= moves.length; at++) looks.push(await app.engine.ask({ ask: "look", puzzle, moves, cursor: at }));
    const show = (/** @type {number} */ at) => {
      const { scene } = looks[at];
      if (scene) board.show(scene);
      box("intro-count").textContent = t("film-count", { n: at, of: moves.length });
      box("intro-board").classList.toggle("done", at === moves.length);
    };
    show(0);
    if (isStill()) return;
    for (let at = 1; isHome(number); at = (at + 1) % looks.length) {
      await new Promise((resolve) => setTimeout(resolve, at === 0 ? 2 * PACE : PACE));
      if (isHome(number) && !document.hidden) show(at);
    }
  };

  button("intro-play").addEventListener("click", () => app.openExample(FILM, "gallery"));
  const paste = find("paste", HTMLTextAreaElement);
  let timer = 0;
  paste.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => understand(app, { name: "", bytes: paste.value }, box("understood")), 250);
  });

  return () => {
    const number = ++visit;
    stop.abort(new DOMException("not wanted any more", "AbortError"));
    stop = new AbortController();
    app.parts.length && stats();
    gallery(number);
    film(number).catch(ignore);
    packs().catch(ignore);
    today(number).catch(ignore);
  };
}

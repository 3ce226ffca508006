// The main states of the page, as they are photographed: on a desktop, a laptop, a phone and a phone on its side, light and
// dark.
import { fileURLToPath } from "node:url";
import { open } from "./stage.mjs";

/** Where the pictures are kept. */
export const KEPT = fileURLToPath(new URL("../../docs/page/", import.meta.url));
export const nameOf = ([name, size, theme]) => `${name}-${size}-${theme}.png`;
/** The day whose puzzles are shown. */
const DAY = new Date("2026-11-18T12:00:00");

const says = (page, id, wanted) => page.waitForFunction(([id, source]) => new RegExp(source).test(document.querySelector(id).textContent), [id, wanted.source]);

/** Plays the fewest moves by hand, as far as `share`; `detour` begins with a move and its way back. */
const playing = (share, detour = false) => async (page) => {
  await page.evaluate(async ([share, detour]) => {
    const { fewest } = window;
    if (detour) for (const by of ["", ""]) await fewest.play(by || fewest.look.moves[0]);
    const { moves } = await fewest.engine.ask({ ask: "solve", ...fewest.game.session, milliseconds: 60_000 });
    for (const by of moves.slice(0, Math.round(share * moves.length))) await fewest.play(by);
  }, [share, detour]);
  await page.waitForFunction(() => window.fewest.knowledge.at() || window.fewest.look.is_goal);
};

const hint = (times) => async (page) => {
  for (let time = 0; time < times; time++) {
    await page.click("#hint");
    await page.waitForFunction(() => !/Thinking/.test(document.querySelector("#status").textContent));
  }
};

const never = async (page) => {
  await page.click("#solve");
  await page.waitForSelector("#reasons:not([hidden])");
};

const dead = async (page) => {
  await page.evaluate(async () => {
    for (let times = 0; times < 9 && window.fewest.look.moves.length; times++) await window.fewest.play(window.fewest.look.moves.at(-1));
  });
  await page.click("#hint");
  await says(page, "#status", /dead end/);
};

const map = async (page) => {
  await page.click("#map-toggle");
  await says(page, "#map-status", /positions; you are/);
  await playing(1)(page);
  await says(page, "#map-status", /0 to a goal/);
  await page.waitForTimeout(300);
};

const card = async (page) => {
  await playing(1, true)(page);
  await page.click("#share");
  await page.waitForFunction(() => document.querySelector("#card").complete && document.querySelector("#card").naturalWidth);
};

const pictures = (page) => page.waitForFunction(() => document.querySelectorAll("#today .card:not(.waiting) svg").length === 4);

const SCENES = [
  { name: "start", where: "", act: pictures },
  { name: "blocks", where: "#example=traffic", act: playing(0.4) },
  { name: "lights", where: "#example=five-all-on", act: async (page) => (await playing(0.4)(page), await hint(2)(page)) },
  { name: "tiles", where: "#example=fifteen-easy", act: hint(3) },
  { name: "pegs", where: "#text=english&as=pegs&name=English%20solitaire", act: playing(0.3) },
  { name: "solved", where: "#example=course", act: playing(1, true) },
  { name: "dead-end", where: "#example=triangle-corner", act: dead },
  { name: "no-solution", where: "#example=loyd", act: never },
  { name: "map", where: "#example=five-hardest", act: map },
  { name: "share", where: "#example=course", act: card },
];
const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1280, height: 720 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 },
  side: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 },
};
/** Every state on a desktop in light and on a phone in dark, and each size and theme in turn. */
export const SHOWN = SCENES.flatMap(({ name }, at) => [
  [name, "desktop", at % 2 ? "dark" : "light"],
  [name, "phone", at % 2 ? "light" : "dark"],
  [name, at % 2 ? "laptop" : "side", at % 2 ? "light" : "dark"],
]);


/** A picture of a state, as Chromium writes it. */
export async function shoot(chrome, url, [name, size, colorScheme]) {
  const { where, act } = SCENES.find((scene) => scene.name === name);
  const how = { ...SIZES[size], colorScheme, reducedMotion: "reduce", locale: "en-GB" };
  const { page, context, troubles } = await open(chrome, `${url}${where}`, how, (context) => context.clock.setFixedTime(DAY));
  if (where) await page.waitForFunction(() => window.fewest.knowledge.at() || window.fewest.look.is_goal);
  await act(page);
  await page.evaluate(() => (document.activeElement?.blur(), scrollTo(0, 0)));
  await page.waitForTimeout(300);
  const picture = await page.screenshot();
  await context.close();
  return { picture, troubles };
}

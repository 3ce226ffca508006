// Undo and redo, the film of a solution, and the list of moves with what each cost.

import { announce, box, button, input, make, select } from "./page.js";
import { t } from "./words.js";

/** @param {import("./app.js").App} app */
export function timeline(app) {
  const { game } = app;
  const scrubber = input("scrubber");
  const list = box("moves");
  let timer = 0;

  const stop = () => {
    clearTimeout(timer);
    game.isPlaying = false;
    show();
  };
  const tick = async () => {
    if (!game.isPlaying) return;
    if (game.cursor >= game.moves.length) {
      if (!input("loop").checked) {
        stop();
        return app.refresh();
      }
      await app.go(0);
    } else await app.go(game.cursor + 1);
    // The one after it, so that it is there in time.
    if (game.cursor < game.moves.length) game.look(game.cursor + 1).catch(() => undefined);
    if (game.isPlaying) timer = window.setTimeout(tick, Number(select("speed").value));
  };
  const play = async () => {
    if (game.isPlaying) {
      stop();
      return app.refresh();
    }
    if (!game.moves.length) return;
    game.isPlaying = true;
    if (game.cursor >= game.moves.length) await app.go(0);
    show();
    timer = window.setTimeout(tick, Number(select("speed").value) / 2);
  };
  const go = (/** @type {number} */ cursor) => {
    clearTimeout(timer);
    game.isPlaying = false;
    return app.go(cursor);
  };
  const undo = () => {
    if (game.cursor > 0) {
      announce(t("undone", { move: game.moves[game.cursor - 1] }));
      return go(game.cursor - 1);
    }
    if (!game.hasEdit(0)) return;
    game.turn(0);
    announce(t("edit-undone"));
    return app.refresh();
  };
  const redo = () => {
    if (game.cursor < game.moves.length) {
      announce(t("redone", { move: game.moves[game.cursor] }));
      return go(game.cursor + 1);
    }
    if (!game.hasEdit(1)) return;
    game.turn(1);
    announce(t("edit-redone"));
    return app.refresh();
  };

  button("first").addEventListener("click", () => (announce(t("restarted")), go(0)));
  button("undo").addEventListener("click", undo);
  button("redo").addEventListener("click", redo);
  button("last").addEventListener("click", () => go(game.moves.length));
  button("play-film").addEventListener("click", play);
  scrubber.addEventListener("input", () => go(Number(scrubber.value)));

  let listed = "";
  const show = () => {
    const { moves, cursor } = game;
    scrubber.max = String(moves.length);
    scrubber.value = String(cursor);
    scrubber.disabled = moves.length === 0;
    scrubber.setAttribute("aria-valuetext", `${cursor} / ${moves.length}${cursor ? `: ${moves[cursor - 1]}` : ""}`);
    button("first").disabled = cursor === 0;
    button("undo").disabled = cursor === 0 && !game.hasEdit(0);
    button("last").disabled = cursor >= moves.length;
    button("redo").disabled = cursor >= moves.length && !game.hasEdit(1);
    button("play-film").disabled = moves.length === 0;
    button("play-film").classList.toggle("playing", game.isPlaying);
    button("play-film").setAttribute("aria-label", t(game.isPlaying ? "pause" : "play"));
    box("timeline").hidden = !game.hasFilm || moves.length === 0;
    const key = JSON.stringify(moves);
    if (key !== listed) {
      listed = key;
      list.replaceChildren(
        ...moves.map((by, at) => {
          const made = make("button", "", [by]);
          made.type = "button";
          made.addEventListener("click", () => go(at + 1));
          return make("li", "", [made]);
        }),
      );
      list.dataset.none = t("none-yet");
    }
    [...list.children].forEach((item, at) => {
      item.classList.toggle("ahead", at >= cursor);
      item.setAttribute("aria-current", String(at === cursor - 1));
    });
    costs();
    const current = /** @type {HTMLElement | undefined} */ (list.children[Math.max(0, cursor - 1)]);
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  };
  /** What each move cost, as far as it is known. */
  const costs = () => {
    if (input("hide-fewest").checked) return list.querySelectorAll(".chip").forEach((chip) => chip.remove());
    if (game.moves.length > 400) return;
    [...list.children].forEach((item, at) => {
      const cost = app.knowledge.cost(at + 1);
      item.querySelector(".chip")?.remove();
      if (cost) item.append(make("span", "chip bad", [cost === Infinity ? t("cost-all") : `+${cost}`]));
    });
  };
  app.parts.push({ show });
  return { undo, redo, costs };
}

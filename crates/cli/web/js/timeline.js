// The timeline of moves: stepping, playback, and the list.

import { box, button, input, select } from "./page.js";

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

  button("first").addEventListener("click", () => go(0));
  button("undo").addEventListener("click", () => go(game.cursor - 1));
  button("redo").addEventListener("click", () => go(game.cursor + 1));
  button("last").addEventListener("click", () => go(game.moves.length));
  button("play").addEventListener("click", play);
  scrubber.addEventListener("input", () => go(Number(scrubber.value)));

  /** @type {string} */
  let listed = "";
  const show = () => {
    const { moves, cursor } = game;
    scrubber.max = String(moves.length);
    scrubber.value = String(cursor);
    scrubber.disabled = moves.length === 0;
    scrubber.setAttribute("aria-valuetext", `after ${cursor} of ${moves.length}${cursor ? `: ${moves[cursor - 1]}` : ""}`);
    button("first").disabled = button("undo").disabled = cursor === 0;
    button("last").disabled = button("redo").disabled = cursor >= moves.length;
    button("play").disabled = moves.length === 0;
    button("play").classList.toggle("playing", game.isPlaying);
    button("play").setAttribute("aria-label", game.isPlaying ? "Pause" : "Play");
    const key = JSON.stringify(moves);
    if (key !== listed) {
      listed = key;
      list.replaceChildren(
        ...moves.map((by, at) => {
          const item = document.createElement("li");
          const made = document.createElement("button");
          Object.assign(made, { type: "button", textContent: by });
          made.addEventListener("click", () => go(at + 1));
          item.append(made);
          return item;
        }),
      );
    }
    [...list.children].forEach((item, at) => {
      item.classList.toggle("ahead", at >= cursor);
      item.setAttribute("aria-current", String(at === cursor - 1));
    });
    const current = /** @type {HTMLElement | undefined} */ (list.children[Math.max(0, cursor - 1)]);
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  };
  app.parts.push({ show });
}

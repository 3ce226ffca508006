// Export: link, text, SVG, GIF.

import { Board } from "./board.js";
import { gif } from "./gif.js";
import { button, choices, say, select } from "./page.js";
import { standalone } from "./svg.js";

/** More positions than this are not drawn into one animation. */
const MOST_FRAMES = 400;

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const ground = () => getComputedStyle(document.body).backgroundColor;

/** @param {import("./app.js").App} app */
export function share(app) {
  const name = () => (app.game.puzzle.sources[0]?.name || "puzzle").replace(/\W+/g, "-");

  button("copy-link").addEventListener("click", async () => {
    if (app.game.lacks === "board") return say("shared", "This board is too large for a link; save it as text.", "bad");
    const without = app.game.lacks === "moves" ? " It has no moves: they are too many." : "";
    try {
      await navigator.clipboard.writeText(location.href);
      say("shared", `The link is copied.${without}`);
    } catch {
      say("shared", `The address of this page is the link.${without}`);
    }
  });
  button("save-svg").addEventListener("click", () => {
    if (!app.look?.scene) return say("shared", "There is no board to save.", "bad");
    save(new Blob([standalone(app.board.picture.root, ground())], { type: "image/svg+xml" }), `${name()}.svg`);
    say("shared", "The picture is saved.");
  });
  button("save-text").addEventListener("click", async () => {
    const answer = await app.engine.ask({ ask: { write: { format: select("format").value } }, ...app.game.session }).catch(String);
    if (typeof answer === "string") return say("shared", answer, "bad");
    if (answer.text === undefined) return say("shared", answer.fault?.what ?? "this format cannot say it", "bad");
    save(new Blob([answer.text], { type: "text/plain" }), `${name()}.txt`);
    say("shared", "The position is saved.");
  });
  button("save-gif").addEventListener("click", async () => {
    button("save-gif").disabled = true;
    try {
      save(await animation(app), `${name()}.gif`);
      say("shared", "The animation is saved.");
    } catch (error) {
      say("shared", error instanceof Error ? error.message : String(error), "bad");
    } finally {
      button("save-gif").disabled = false;
      button("save-gif").focus();
    }
  });
  app.parts.push({
    show: () => {
      const formats = (app.family?.formats ?? []).filter((format) => format.writes);
      choices(select("format"), formats.map((format) => ({ value: format.id, text: format.id })), app.look?.format ?? "");
    },
  });
}

/** All positions of the game as a GIF. @param {import("./app.js").App} app */
async function animation(app) {
  const { game } = app;
  if (game.moves.length > MOST_FRAMES) throw new Error(`more than ${MOST_FRAMES} moves are too many for one animation`);
  const stage = document.createElement("div");
  stage.className = "still hidden";
  document.body.append(stage);
  try {
    const board = new Board(stage);
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("this browser draws no canvas");
    /** @type {ImageData[]} */
    const frames = [];
    for (let at = 0; at <= game.moves.length; at++) {
      const { scene } = await game.look(at);
      if (!scene) throw new Error("this board is too large for an animation");
      board.show(scene);
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(standalone(board.picture.root, ground()))}`;
      await image.decode();
      const scale = Math.min(2, 480 / Math.max(image.width, image.height));
      [canvas.width, canvas.height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      frames.push(context.getImageData(0, 0, canvas.width, canvas.height));
      if (at % 10 === 0) say("shared", `drawing ${at} of ${game.moves.length}…`);
    }
    return new Blob([gif(frames, Number(select("speed").value))], { type: "image/gif" });
  } finally {
    stage.remove();
  }
}

// Share: a card as a picture, links with and without the moves, the board as PNG, SVG and GIF, and
// print with an answer key.

import { Board } from "./board.js";
import { gif } from "./gif.js";
import { words } from "./hint.js";
import { box, button, find, input, make, openDialog, say, select } from "./page.js";
import { standalone } from "./svg.js";
import { t, units } from "./words.js";

/** More positions than this are not drawn into one animation. */
const MOST_FRAMES = 400;
/** The card, in pixels. */
const [WIDE, HIGH] = [1200, 630];

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const ground = () => getComputedStyle(document.body).backgroundColor;

/** @param {import("./app.js").App} app */
export function share(app) {
  const name = () => app.title.replace(/[^\p{L}\p{N}]+/gu, "-") || "puzzle";
  /** The result in a sentence. */
  const sentence = () => {
    const [start, metric] = [app.start, app.metric?.id];
    const fewest = start?.optimal ? start.length : undefined;
    const moves = units(app.game.cursor, metric);
    if (app.look?.is_goal && app.game.cursor && !app.game.hasFilm) {
      if (fewest === undefined) return t("card-solved", { title: app.title, moves });
      return app.game.cursor === fewest ? t("card-perfect", { title: app.title, moves }) : t("card-result", { title: app.title, moves, n: fewest });
    }
    if (start?.outcome === "unsolvable") return t("card-never", { title: app.title });
    return fewest === undefined ? app.title : t("card-can-you", { title: app.title, moves: units(fewest, metric) });
  };
  const puzzleLink = () => `${location.href.replace(/#.*/, "")}${app.game.puzzleAddress()}`;
  /** @type {Blob | undefined} */
  let card;

  button("share").addEventListener("click", async () => {
    if (document.body.dataset.view === "home") await app.openExample("klotski");
    say("shared", "");
    openDialog("share-dialog");
    button("web-share").hidden = !("share" in navigator);
    try {
      card = await drawCard(app, sentence());
      find("card", HTMLImageElement).src = URL.createObjectURL(card);
      find("card", HTMLImageElement).alt = sentence();
    } catch (error) {
      say("shared", words(error), "bad");
    }
  });

  /** @param {string} link @param {boolean} isGame */
  const copy = async (link, isGame) => {
    if (app.game.lacks === "board") return say("shared", t("link-too-large"), "bad");
    const without = isGame && app.game.lacks === "moves" ? ` ${t("link-no-moves")}` : "";
    try {
      await navigator.clipboard.writeText(link);
      say("shared", `${t("copied")}${without}`);
    } catch {
      say("shared", `${t("address-is-link")}${without}`);
    }
  };
  button("copy-link").addEventListener("click", () => copy(puzzleLink(), false));
  button("copy-game").addEventListener("click", () => copy(location.href, true));
  button("web-share").addEventListener("click", async () => {
    const files = card ? [new File([card], `${name()}.png`, { type: "image/png" })] : [];
    const plain = { title: app.title, text: sentence(), url: puzzleLink() };
    const data = navigator.canShare?.({ ...plain, files }) ? { ...plain, files } : plain;
    await navigator.share(data).catch(() => undefined);
  });
  button("save-card").addEventListener("click", () => {
    if (card) save(card, `${name()}-card.png`);
    say("shared", t("saved"));
  });
  button("save-svg").addEventListener("click", () => {
    if (!app.look?.scene) return say("shared", t("no-board"), "bad");
    save(new Blob([standalone(app.board.picture.root, ground())], { type: "image/svg+xml" }), `${name()}.svg`);
    say("shared", t("saved"));
  });
  button("save-png").addEventListener("click", async () => {
    if (!app.look?.scene) return say("shared", t("no-board"), "bad");
    const image = await imageOf(app.board, ground());
    const scale = 1200 / Math.max(image.width, image.height);
    const [canvas, pen] = sheet(Math.round(image.width * scale), Math.round(image.height * scale));
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    save(await png(canvas), `${name()}.png`);
    say("shared", t("saved"));
  });
  button("save-gif").addEventListener("click", async () => {
    button("save-gif").disabled = true;
    try {
      save(await animation(app), `${name()}.gif`);
      say("shared", t("saved"));
    } catch (error) {
      say("shared", words(error), "bad");
    } finally {
      button("save-gif").disabled = false;
      button("save-gif").focus();
    }
  });
  button("print").addEventListener("click", async () => {
    const place = box("answer-key");
    place.hidden = !input("print-key").checked;
    if (!place.hidden) {
      say("shared", t("searching"));
      const answer = await app.engine.ask({ ask: "solve", ...app.game.session, milliseconds: app.engine.longest }).catch(words);
      const moves = typeof answer === "string" ? answer : answer.outcome === "unsolvable" ? t("no-solution") : (answer.moves ?? []).join(", ") || t("none-found");
      place.replaceChildren(make("h2", "", [t("answer-key")]), make("p", "", [moves]));
      say("shared", "");
    }
    window.print();
  });
}

/** @param {number} width @param {number} height @returns {[HTMLCanvasElement, CanvasRenderingContext2D]} */
function sheet(width, height) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) throw new Error(t("no-canvas"));
  return [canvas, pen];
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
const png = (canvas) => new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t("no-canvas")))), "image/png"));

/** The board as an image. @param {Board} board @param {string} colour behind it */
async function imageOf(board, colour) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(standalone(board.picture.root, colour))}`;
  await image.decode();
  return image;
}

/** The card: the board, the sentence, the name of the page. @param {import("./app.js").App} app @param {string} sentence */
async function drawCard(app, sentence) {
  const style = getComputedStyle(document.body);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const [canvas, pen] = sheet(WIDE, HIGH);
  pen.fillStyle = ground();
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.fillStyle = colour("--accent");
  pen.fillRect(0, HIGH - 12, WIDE, 12);
  if (app.look?.scene) {
    const image = await imageOf(app.board, ground());
    const scale = Math.min(500 / image.width, (HIGH - 120) / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    pen.drawImage(image, 60 + (500 - width) / 2, (HIGH - 12 - height) / 2, width, height);
  }
  const font = (/** @type {number} */ size, weight = 400) => `${weight} ${size}px system-ui, "DejaVu Sans", sans-serif`;
  pen.textBaseline = "top";
  const [left, width] = [620, WIDE - 620 - 60];
  pen.fillStyle = colour("--ink");
  let size = 58;
  /** @type {string[]} */
  let lines = [];
  for (; size > 24; size -= 4) {
    pen.font = font(size, 700);
    lines = wrapped(pen, sentence, width);
    if (lines.length * size * 1.22 < 370) break;
  }
  const top = (HIGH - 12 - lines.length * size * 1.22) / 2 - 20;
  lines.forEach((line, at) => pen.fillText(line, left, top + at * size * 1.22));
  pen.font = font(28);
  pen.fillStyle = colour("--faint");
  pen.fillText(`fewest · ${t("motto")}`, left, HIGH - 80, width);
  return png(canvas);
}

/** A text in lines of at most a width. @param {CanvasRenderingContext2D} pen @param {string} text @param {number} width */
function wrapped(pen, text, width) {
  const lines = [""];
  // Languages without spaces break anywhere.
  const parts = /\s/.test(text) ? text.split(/(?<=\s)/) : [...text];
  for (const part of parts) {
    const at = lines.length - 1;
    if (lines[at] && pen.measureText(lines[at] + part.trimEnd()).width > width) lines.push(part);
    else lines[at] += part;
  }
  return lines;
}

/** All positions of the game as a GIF. @param {import("./app.js").App} app */
async function animation(app) {
  const { game } = app;
  if (game.moves.length > MOST_FRAMES) throw new Error(t("too-many-frames", { n: MOST_FRAMES }));
  const stage = make("div", "still hidden");
  document.body.append(stage);
  try {
    const board = new Board(stage);
    /** @type {ImageData[]} */
    const frames = [];
    for (let at = 0; at <= game.moves.length; at++) {
      const { scene } = await game.look(at);
      if (!scene) throw new Error(t("too-large-to-draw"));
      board.show(scene);
      const image = await imageOf(board, ground());
      const scale = Math.min(2, 480 / Math.max(image.width, image.height));
      const [canvas, pen] = sheet(Math.round(image.width * scale), Math.round(image.height * scale));
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      frames.push(pen.getImageData(0, 0, canvas.width, canvas.height));
      if (at % 10 === 0) say("shared", t("drawing", { n: at, of: game.moves.length }));
    }
    return new Blob([gif(frames, Number(select("speed").value))], { type: "image/gif" });
  } finally {
    stage.remove();
  }
}

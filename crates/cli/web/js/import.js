// Import and export: text in any format, files with any bytes, what was understood, faults at their
// places; format, metric and goal.

import { announce, box, button, choices, dialog, find, input, make, openDialog, say, select } from "./page.js";
import { Picture } from "./picture.js";
import { save } from "./share.js";
import { words } from "./hint.js";
import { has, plain, t } from "./words.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Fault} Fault */
/** @typedef {import("./types.js").Response} Response */
/** @typedef {{ name: string, bytes: string, binary?: boolean }} Source */

const TYPING = 350;
/** A larger text is refused before it is sent. */
const LARGEST = 1_900_000;

/** Bytes as a source: as text where they are text, else as a character per byte. @param {string} name @param {ArrayBuffer} buffer @returns {Source} */
export function sourceOf(name, buffer) {
  const bytes = new Uint8Array(buffer);
  try {
    const isWide = bytes.length > 1 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
    const coding = !isWide ? "utf-8" : bytes[0] === 0xff ? "utf-16le" : "utf-16be";
    return { name, bytes: new TextDecoder(coding, { fatal: true }).decode(bytes) };
  } catch {
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return { name, bytes: text, binary: true };
  }
}

/** A text as the bytes of a file. @param {string} text @param {boolean} isBinary */
export const bytesOf = (text, isBinary) => (isBinary ? Uint8Array.from(text, (char) => char.charCodeAt(0)) : new TextEncoder().encode(text));

let reads = 0;

/** Reads a text without opening it, and shows what was understood, with a button to play it. @param {import("./app.js").App} app @param {Source} source @param {HTMLElement} place */
export async function understand(app, source, place) {
  const number = ++reads;
  if (!source.bytes.trim()) return place.replaceChildren();
  if (source.bytes.length > LARGEST) return place.replaceChildren(make("p", "bad", [t("too-large-for-server")]));
  const puzzle = { sources: [source] };
  const look = await app.engine.ask({ ask: "look", puzzle }).catch(words);
  if (number !== reads) return;
  if (typeof look === "string") return place.replaceChildren(make("p", "bad", [look]));
  const named = readings(look.fault);
  if (named.length) {
    const buttons = named.map((reading) => {
      const node = make("button", "", [reading.understood]);
      node.type = "button";
      node.addEventListener("click", () => app.open({ ...puzzle, as: reading.as, choices: reading.choices }));
      return node;
    });
    return place.replaceChildren(make("p", "", [t("several-ways")]), make("div", "actions", buttons));
  }
  if (look.fault) return place.replaceChildren(...faults(source.bytes, [look.fault]));
  const play = make("button", "primary", [t("play-it")]);
  play.type = "button";
  play.addEventListener("click", () => app.open({ sources: [source], as: `${look.family}:${look.format}` }));
  const thumb = make("span", "thumb still");
  if (look.scene && look.scene.shapes.length < 2000) {
    const picture = new Picture();
    picture.draw(look.scene);
    thumb.append(picture.root);
  }
  place.replaceChildren(make("div", "read", [thumb, make("div", "", [make("p", "", [understood(look)]), play])]));
}

/** What a text was read as, in words. @param {Response} look */
export function understood(look) {
  const size = look.scene ? `, ${look.scene.width} × ${look.scene.height}` : "";
  return t("understood", { kind: t(`family-${look.family}`), size });
}

/** The ways to read a text that a fault names. @param {Fault | undefined} fault */
export const readings = (fault) => fault?.readings ?? [];

/** @param {import("./app.js").App} app */
export function importer(app) {
  const { families, game } = app;
  const text = find("text", HTMLTextAreaElement);
  const as = select("as");

  /** @param {Partial<Puzzle>} change */
  const reopen = (change) => app.open({ ...game.puzzle, ...change }, { example: "as" in change || "sources" in change ? "" : game.example, isFresh: true });
  select("metric").addEventListener("change", () => reopen({ metric: select("metric").value }));
  select("goal-choice").addEventListener("change", () => reopen({ goal: select("goal-choice").value || undefined }));
  as.addEventListener("change", () => reopen({ as: as.value || undefined }));

  let number = 0;
  /** Opens a text in its recognised format, or in the one that was chosen last if it is ambiguous. Of several texts the last one counts, whichever is answered first. @param {Source} source @param {boolean} [isTyped] */
  const read = async (source, isTyped = false) => {
    const mine = ++number;
    if (source.bytes.length > LARGEST) return say("imported", t("too-large-for-server"), "bad");
    const [puzzle, chosen] = [{ sources: [source] }, { sources: [source], as: as.value }];
    const look = as.value ? await app.engine.ask({ ask: "look", puzzle }) : undefined;
    if (mine !== number) return;
    await app.open(look?.fault ? chosen : puzzle, { isTyped, isFresh: isTyped });
    if (mine !== number || isTyped) return;
    const now = app.look;
    if (now?.fault) openDialog("import-dialog");
    else if (now) announce(understood(now));
  };
  const failed = (/** @type {unknown} */ error) => say("imported", words(error), "bad");
  let timer = 0;
  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => read({ name: "", bytes: text.value }, true).catch(failed), TYPING);
  });
  input("file").addEventListener("change", async () => {
    const [file] = input("file").files ?? [];
    if (!file) return;
    const source = sourceOf(file.name, await file.arrayBuffer());
    // The same file may be chosen again, after it was changed.
    input("file").value = "";
    dialog("import-dialog").close();
    await read(source).catch(failed);
  });
  addEventListener("paste", (event) => {
    const isField = event.target instanceof Element && event.target.closest("input, textarea");
    const pasted = event.clipboardData?.getData("text/plain");
    if (!isField && pasted) read({ name: "", bytes: pasted }).catch(failed);
  });
  addEventListener("dragover", (event) => (event.preventDefault(), document.body.classList.add("dropping")));
  addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const [file] = event.dataTransfer?.files ?? [];
    const dropped = event.dataTransfer?.getData("text/plain") ?? "";
    const source = file ? sourceOf(file.name, await file.arrayBuffer()) : { name: "", bytes: dropped };
    if (source.bytes) await read(source).catch(failed);
  });

  button("save-text").addEventListener("click", async () => {
    const format = select("format").value;
    const answer = await app.engine.ask({ ask: { write: { format } }, ...game.session }).catch(words);
    if (typeof answer === "string") return say("imported", answer, "bad");
    if (answer.text === undefined) return say("imported", answer.fault ? plain(answer.fault) : t("cannot-write"), "bad");
    const name = `${app.title.replace(/[^\p{L}\p{N}]+/gu, "-") || "puzzle"}.${format === "pbm" || format === "pbm-plain" ? "pbm" : "txt"}`;
    save(new Blob([bytesOf(answer.text, answer.binary === true)], { type: answer.binary ? "application/octet-stream" : "text/plain" }), name);
    say("imported", t("saved"));
  });

  button("import").addEventListener("click", () => {
    say("imported", "");
    if (document.body.dataset.view === "home") return box("paste").focus();
    fill();
    openDialog("import-dialog");
  });

  const fill = () => {
    const { look, family, metric } = app;
    const readers = families.flatMap((family) => [
      { value: family.id, text: t(`family-${family.id}`), group: t(`family-${family.id}`) },
      ...family.formats.map((format) => ({ value: `${family.id}:${format.id}`, text: format.id, group: t(`family-${family.id}`) })),
    ]);
    choices(as, [{ value: "", text: t("whatever") }, ...readers], game.puzzle.as ?? "");
    choices(select("metric"), (family?.metrics ?? []).map((other) => ({ value: other.id, text: has(`metric-${other.id}`) ? t(`metric-${other.id}`) : other.about })), metric?.id ?? "");
    const goals = family?.options.find((option) => option.field === "goal")?.values ?? [];
    box("goal-label").hidden = goals.length === 0;
    choices(select("goal-choice"), [{ value: "", text: t("as-text") }, ...goals.map((other) => ({ value: other.id, text: has(`goal-${other.id}`) ? t(`goal-${other.id}`) : other.about }))], game.puzzle.goal ?? "");
    const formats = (family?.formats ?? []).filter((format) => format.writes);
    choices(select("format"), formats.map((format) => ({ value: format.id, text: format.id })), look?.format ?? "");
    const isBinary = game.puzzle.sources[0]?.binary === true;
    const shown = isBinary ? t("binary", { n: game.text.length }) : game.text;
    if (text.value !== shown && document.activeElement !== text) text.value = shown;
    const wrong = game.moves.length ? undefined : look?.fault;
    text.setAttribute("aria-invalid", String(Boolean(wrong)));
    const items = wrong ? [wrong] : (look?.warnings ?? []).slice(0, 5);
    box("fault").replaceChildren(...faults(text.value, items), ...ways(wrong));
  };

  /** Buttons for the ways to read an ambiguous text. @param {Fault | undefined} wrong */
  const ways = (wrong) =>
    readings(wrong).map((reading) => {
      const node = make("button", "", [reading.understood]);
      node.type = "button";
      node.addEventListener("click", () => reopen({ as: reading.as, choices: reading.choices }));
      return node;
    });
  app.parts.push({ show: fill });
}

/** What is wrong, each with the line and a mark under the place. @param {string} text @param {Fault[]} items */
function faults(text, items) {
  return items.map((item) => {
    const where = item.line ? `${item.column ? t("at-line-column", { line: item.line, column: item.column }) : t("at-line", { line: item.line })}: ` : "";
    const isAmbiguous = readings(item).length > 0;
    const block = make("div", "", [make("b", "", [isAmbiguous ? t("several-ways") : `${where}${plain({ what: item.what })}`])]);
    const remedy = plain(item).slice(plain({ what: item.what }).length);
    if (remedy && !isAmbiguous) block.append(remedy);
    if (item.line) {
      const line = text.split("\n")[item.line - 1] ?? "";
      const from = Math.max(0, (item.column ?? 1) - 30);
      block.append(make("pre", "", [`${line.slice(from, from + 60)}\n${" ".repeat(Math.max(0, (item.column ?? 1) - 1 - from))}^`]));
    }
    return block;
  });
}

// Edit mode and its brushes.

import { announce, box, button, make, say } from "./page.js";
import { t } from "./words.js";

/** @param {import("./app.js").App} app */
export function editor(app) {
  const list = box("brushes");
  button("edit").addEventListener("click", () => {
    app.edits = !app.edits;
    announce(t(app.edits ? "editing" : "playing"));
    app.hands.reset();
    app.board.free(app.look?.touches ?? [], app.edits);
    show();
  });
  let made = "";
  const show = () => {
    const brushes = app.family?.brushes ?? [];
    button("edit").disabled = brushes.length === 0 || !app.look?.scene;
    button("edit").setAttribute("aria-pressed", String(app.edits));
    list.hidden = !app.edits || brushes.length === 0;
    if (!brushes.some((brush) => brush.id === app.brush)) app.brush = brushes[0]?.id ?? "";
    const key = `${t("brush")} ${brushes.map((brush) => brush.id).join()}`;
    if (key !== made) {
      made = key;
      list.replaceChildren(...brushes.map((brush) => button_(brush.id)));
    }
    // A brush that was just chosen keeps the focus.
    for (const child of list.children) child.setAttribute("aria-checked", String(child.getAttribute("data-brush") === app.brush));
  };
  /** @param {string} id */
  const button_ = (id) => {
    const node = make("button", "", [t(`brush-${id}`)]);
    Object.assign(node, { type: "button", title: t(`brush-${id}-about`) });
    node.dataset.brush = id;
    node.setAttribute("role", "radio");
    node.addEventListener("click", () => ((app.brush = id), say("status", t(`brush-${id}-about`)), show()));
    return node;
  };
  app.parts.push({ show });
}

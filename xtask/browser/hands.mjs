// Gestures for tests: the moves that the page lists, made by mouse, touch and keys.

/** The position as the page has it. */
export const look = (page) => page.evaluate(() => ({ ...window.fewest.look, cursor: window.fewest.game.cursor, all: window.fewest.game.moves }));

/** Waits until a number of moves is played. */
export const played = (page, number) => page.waitForFunction((wanted) => window.fewest.game.cursor === wanted && window.fewest.shownCursor === wanted, number);

/** Where the first and the last place of a touch are on the screen. */
export const onScreen = (page, touch) =>
  page.evaluate((touch) => {
    const { picture } = window.fewest.board;
    picture.root.scrollIntoView({ block: "center" });
    const matrix = picture.root.getScreenCTM();
    return touch.way.map((place) => {
      const [x, y] = picture.geometry.middle(place);
      const point = new DOMPoint(x, y).matrixTransform(matrix);
      return [point.x, point.y];
    });
  }, touch);

export async function byMouse(page, touch) {
  const points = await onScreen(page, touch);
  const [first, ...rest] = points;
  if (!rest.length) return page.mouse.click(...first);
  await page.mouse.move(...first);
  await page.mouse.down();
  for (const point of rest) await page.mouse.move(...point, { steps: 6 });
  await page.mouse.up();
}

export async function byFinger(page, touch) {
  const points = await onScreen(page, touch);
  const client = await page.context().newCDPSession(page);
  const send = (type, point) => client.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [{ x: point[0], y: point[1] }] : [] });
  await send("touchStart", points[0]);
  for (let at = 1; at < points.length; at++) {
    const [[ax, ay], [bx, by]] = [points[at - 1], points[at]];
    for (const share of [0.2, 0.4, 0.6, 0.8, 1]) await send("touchMove", [ax + share * (bx - ax), ay + share * (by - ay)]);
  }
  await send("touchEnd");
  await client.detach();
}

/** Moves the keyboard cursor to a place, guided only by what a screen reader would say. */
export async function walkTo(page, place) {
  for (let steps = 0; steps < 60; steps++) {
    const at = await page.evaluate(() => window.fewest.hands.cursor);
    if (at[0] === place[0] && at[1] === place[1]) return;
    const key = at[1] !== place[1] ? (at[1] < place[1] ? "ArrowDown" : "ArrowUp") : at[0] < place[0] ? "ArrowRight" : "ArrowLeft";
    await page.keyboard.press(key);
  }
  throw new Error(`the cursor does not get to ${place}`);
}

const ARROWS = { "1,0": "ArrowRight", "-1,0": "ArrowLeft", "0,1": "ArrowDown", "0,-1": "ArrowUp" };

export async function byKeys(page, touch) {
  await page.locator("#board").focus();
  // Where one place is empty, an arrow slides the tile beside it.
  const hasBlank = await page.evaluate(async () => Boolean((await import("./js/geometry.js")).blankOf(window.fewest.look.scene)));
  if (hasBlank) return page.keyboard.press(ARROWS[[touch.way[1][0] - touch.way[0][0], touch.way[1][1] - touch.way[0][1]]]);
  await walkTo(page, touch.way[0]);
  await page.keyboard.press("Enter");
  if (touch.way.length < 2) return;
  const end = touch.way[touch.way.length - 1];
  for (let steps = 0; steps < 20; steps++) {
    const held = await page.evaluate(() => window.fewest.hands.held?.at);
    // A piece with one move has gone already.
    if (!held) return;
    if (held[0] === end[0] && held[1] === end[1]) break;
    const [dx, dy] = [end[0] - held[0], end[1] - held[1]];
    await page.keyboard.press(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp");
  }
  await page.keyboard.press("Enter");
}

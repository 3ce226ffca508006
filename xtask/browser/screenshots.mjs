// The page as pictures, for people and for the tests. node screenshots.mjs FOLDER
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { small } from "./png.mjs";
import { SHOWN, nameOf, shoot } from "./scenes.mjs";
import { browser, program } from "./stage.mjs";

const [folder] = process.argv.slice(2);
/** All pictures together, in bytes. */
const MOST = 2_800_000;

const server = await program("--log", "none");
const chrome = await browser();
mkdirSync(folder, { recursive: true });
for (const old of readdirSync(folder)) if (old.endsWith(".png")) rmSync(join(folder, old));
let total = 0;
for (const shown of SHOWN) {
  const { picture, troubles } = await shoot(chrome, server.url, shown);
  assert.deepEqual(troubles, []);
  const file = small(picture);
  total += file.length;
  writeFileSync(join(folder, nameOf(shown)), file);
}
assert.ok(total <= MOST, `${total} bytes`);
console.log(`${SHOWN.length} pictures, ${total} bytes`);
await chrome.close();
await server.end();

// Lighthouse on the start page and on a game, behind both engines, as a phone (slow 4G, a quarter of the CPU) and as a desktop.
// node lighthouse.mjs FOLDER, where FOLDER has the npm package `lighthouse`. With FEWEST_QUIET=1, on an otherwise idle
// machine, less than is wanted is a failure.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browser, files, program } from "./stage.mjs";

const LEAST = 95;
/** Milliseconds on a phone. */
const [FIRST_PAINT, INTERACTIVE] = [1000, 2500];
const PORT = 9333;

const { resolve } = createRequire(pathToFileURL(join(process.argv[2], "package.json")));
const load = async (name) => (await import(pathToFileURL(resolve(name)))).default;
const [lighthouse, desktop] = [await load("lighthouse"), await load("lighthouse/core/config/desktop-config.js")];
const chrome = await browser(`--remote-debugging-port=${PORT}`);
const engines = { server: await program("--log", "none"), wasm: await files(process.env.FEWEST_SITE, true) };
const wanting = [];
for (const [engine, { url }] of Object.entries(engines)) {
  for (const [page, hash] of Object.entries({ start: "", game: "#example=course" })) {
    for (const form of ["phone", "desktop"]) {
      const flags = { port: PORT, onlyCategories: ["performance", "accessibility", "best-practices", "seo"] };
      const { lhr } = await lighthouse(url + hash, flags, form === "desktop" ? desktop : undefined);
      const scores = Object.values(lhr.categories).map(({ score }) => Math.round(100 * score));
      const [paint, interactive] = ["first-contentful-paint", "interactive"].map((name) => Math.round(lhr.audits[name].numericValue));
      console.log(`${engine}, ${page}, ${form}: ${scores.join(" ")}; first paint ${paint} ms, interactive ${interactive} ms`);
      if (Math.min(...scores) < LEAST || (form === "phone" && (paint > FIRST_PAINT || interactive > INTERACTIVE))) wanting.push(`${engine} ${page} ${form}`);
      // What costs points.
      const audits = Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
      for (const { id } of audits) if (lhr.audits[id].score !== null && lhr.audits[id].score < 0.9) console.log(`  ${id} ${lhr.audits[id].score} ${lhr.audits[id].displayValue ?? ""}`);
    }
  }
}
await chrome.close();
await engines.wasm.end();
await engines.server.end();
if (process.env.FEWEST_QUIET) assert.deepEqual(wanting, []);
process.exit(0);

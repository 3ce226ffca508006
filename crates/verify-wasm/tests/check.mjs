// Checks proofs in Node as the page does it: every folder of proofs that the tests of `fewest-prove`
// write, whose names end with the verdict of the checker outside the browser.
// Run by `cargo xtask test wasm`: node check.mjs MODULE.wasm FOLDER
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const [, , file, folder] = process.argv;
const bytes = await readFile(file);
const LIMIT = 60_000;
const compressed = gzipSync(bytes, { level: 9 }).length;
assert.ok(compressed <= LIMIT, `${compressed} bytes compressed`);
const module = await WebAssembly.compile(bytes);
// A module of the page is no module of Node's by its name.
const page = await readFile(new URL("../page/verifier.js", import.meta.url), "utf8");
const { check } = await import(`data:text/javascript,${encodeURIComponent(page)}`);

const agreed = { accepted: 0, rejected: 0 };
for (const name of await readdir(folder)) {
  const [puzzle, proof] = await Promise.all(["puzzle.txt", "proof.few"].map((end) => readFile(join(folder, name, end))));
  let told = 0;
  const { accepted, said } = await check(module, puzzle, proof, (checked, total) => {
    assert.ok(checked >= told && (total === 0 || checked <= total));
    told = checked;
  });
  const verdict = accepted ? "accepted" : "rejected";
  assert.ok(name.endsWith(verdict), `${name}: ${said}`);
  agreed[verdict] += 1;
}
assert.ok(agreed.accepted > 10 && agreed.rejected > 100, JSON.stringify(agreed));
console.log(`${compressed} bytes compressed; ${agreed.accepted} proofs accepted, ${agreed.rejected} rejected`);

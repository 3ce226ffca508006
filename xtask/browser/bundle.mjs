// Makes the npm package of the embedded board: one script without imports, from the modules of the
// page, the style of the boards and the library as WebAssembly. node bundle.mjs SITE FOLDER VERSION
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const HERE = dirname(fileURLToPath(import.meta.url));
const WEB = join(HERE, "../../crates/cli/web");
const IMPORT = /^import \{([^}]*)\} from "(\.[^"]+)";$/gm;
const EXPORT = /^export (async function|function|class|const) (\w+)/gm;

/** The modules below one as a script: each is a function that returns what it exports. */
export function bundle(entry) {
  const done = new Map();
  const parts = [];
  const visit = (path) => {
    if (done.has(path)) return done.get(path);
    const name = `m${done.size}`;
    done.set(path, name);
    let text = readFileSync(join(WEB, path), "utf8");
    const imports = [...text.matchAll(IMPORT)].map(([, names, from]) => `const {${names.replaceAll(" as ", ": ")}} = ${visit(normalize(join(dirname(path), from)))};`);
    const exports = [...text.matchAll(EXPORT)].map(([, , exported]) => exported);
    text = text.replace(IMPORT, "").replace(EXPORT, "$1 $2").replace(/^export \{\};$/gm, "").replaceAll("import.meta.url", "document.baseURI");
    if (/^(import|export) /m.test(text)) throw new Error(`${path} imports or exports in a way that is not known`);
    parts.push(`const ${name} = (() => {\n${imports.join("\n")}\n${text}\nreturn { ${exports.join(", ")} };\n})();`);
    return name;
  };
  visit(entry);
  return `(() => {\n"use strict";\n${parts.join("\n")}\n})();\n`;
}

const [site, folder, version] = process.argv.slice(2);
if (site) {
  const packed = {
    wasm: gzipSync(readFileSync(join(site, "fewest.wasm")), { level: 9 }).toString("base64"),
    worker: bundle("js/worker.js").replaceAll("document.baseURI", "self.location"),
    style: readFileSync(join(WEB, "board.css"), "utf8"),
  };
  const blank = 'const PACKED = { wasm: "", worker: "", style: "" };';
  const script = bundle("embed/embed.js");
  if (!script.includes(blank)) throw new Error("embed.js has no place for what is packed");
  mkdirSync(folder, { recursive: true });
  // As a function, because a text would have its dollar signs replaced.
  const whole = script.replace(blank, () => `const PACKED = ${JSON.stringify(packed)};`);
  // In ASCII, because pages need not say that they are UTF-8.
  const ascii = whole.replace(/[^\x00-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  writeFileSync(join(folder, "fewest-board.js"), ascii);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name: "fewest-board", version, description: "A custom element: classic puzzles to play, with hints and the proven fewest moves", main: "fewest-board.js", license: "MIT OR Apache-2.0", keywords: ["puzzle", "lights-out", "klotski", "peg-solitaire", "fifteen", "custom-element"], files: ["fewest-board.js", "README.md"] }, null, 2)}\n`);
  cpSync(join(WEB, "embed/README.md"), join(folder, "README.md"));
}

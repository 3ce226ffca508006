// What the tests stand on: the program as a server, the site behind a plain file server under a
// sub-path, and Chromium.
import { spawn } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { createInterface } from "node:readline";
import { createGzip } from "node:zlib";
import { chromium } from "playwright-core";

/** Starts `fewest serve` on a free port. */
export async function program(...more) {
  // Tables that one run builds must not decide how quick the next one is.
  const cache = mkdtempSync(join(tmpdir(), "fewest-"));
  const child = spawn(process.env.FEWEST, ["serve", ...(more.includes("--listen") ? [] : ["--listen", "127.0.0.1:0"]), ...more], {
    env: { ...process.env, FEWEST_CACHE: cache },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = line.match(/http:\/\/\S+\//);
      if (found) resolve(found[0]);
    });
    ended.then((code) => reject(new Error(`fewest serve ended with ${code}`)));
  });
  const end = async () => {
    child.kill("SIGTERM");
    const code = await ended;
    rmSync(cache, { recursive: true, force: true });
    return code;
  };
  return { url, end, pid: child.pid };
}

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

/** Serves the static site as any web server would, under a path of its own; `zips` compresses. */
export async function files(folder, zips = false) {
  const prefix = "/some/where/";
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const path = join(folder, normalize(name.slice(prefix.length)));
    if (!name.startsWith(prefix) || !existsSync(path)) return response.writeHead(404).end();
    const kind = { "content-type": KINDS[extname(path)] ?? "application/octet-stream" };
    response.writeHead(200, zips ? { ...kind, "content-encoding": "gzip" } : kind);
    const bytes = createReadStream(path);
    (zips ? bytes.pipe(createGzip()) : bytes).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve)));
  return { url: `http://127.0.0.1:${server.address().port}${prefix}`, end };
}

export function browser(...more) {
  const args = [...more, "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: "/usr/bin/chromium", headless: true, args });
}

/** Chromium, and the page behind each engine; `lower` ends them and gives the code of the server. */
export async function raise() {
  const engines = { server: await program("--log", "none"), wasm: await files(process.env.FEWEST_SITE) };
  const chrome = await browser();
  const lower = async () => {
    await chrome.close();
    await engines.wasm.end();
    return engines.server.end();
  };
  return { chrome, engines, lower };
}

/** Twenty-four tiles in an order that takes far longer than a test may. */
export const ENDLESS = "5 5\n14 5 9 2 18\n8 23 19 12 17\n15 0 10 20 4\n6 11 21 1 7\n24 3 16 22 13\n";

export const DESKTOP = { viewport: { width: 1280, height: 900 } };
export const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** A page with everything that goes wrong in it written down; `prepare` sees its context before anything is loaded. */
export async function open(browser, url, options = {}, prepare = async () => undefined) {
  const context = await browser.newContext({ ...DESKTOP, ...options });
  await prepare(context);
  const page = await context.newPage();
  // Machines that do other things at the same time are slow, and not wrong.
  page.setDefaultTimeout(120_000);
  const troubles = [];
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  page.on("pageerror", (error) => troubles.push(String(error)));
  await page.goto(url);
  await ready(page);
  return { page, context, troubles };
}

export const ready = (page) => page.waitForSelector("body[data-ready]");

/** The worker of the page with another script: `change` gets its text. */
export function retell(context, change) {
  return context.route("**/js/worker.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}

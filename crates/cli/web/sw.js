// Keeps the files of the page after the first visit, so that it works without a network. `cargo
// xtask site` writes which files and which release; a new release is another service worker, which
// takes over when the page is opened again.

/** @type {{ version: string, files: string[] }} */
const RELEASE = { version: "", files: [] };
const worker = /** @type {any} */ (self);
// Others may live under other paths of the same origin, and see the same caches.
const OURS = `fewest ${worker.registration.scope} `;
const CACHE = OURS + RELEASE.version;

worker.addEventListener("install", (/** @type {any} */ event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(RELEASE.files.map((file) => new Request(file, { cache: "reload" })));
    await worker.skipWaiting();
  };
  event.waitUntil(keep());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(worker.registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const wanted = event.request.mode === "navigate" ? "./" : event.request;
    return (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(event.request);
  };
  event.respondWith(answer());
});

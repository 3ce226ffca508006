// The engine over HTTP: short requests have one response, long ones a stream of events.

/** @typedef {import("./types.js").Request} Request */
/** @typedef {import("./types.js").Response} Response */
/** @typedef {import("./types.js").Options} Options */
/** @typedef {import("./types.js").Engine} Engine */

const JSON_HEADERS = { "content-type": "application/json" };
const TRIES = 4;

/** @implements {Engine} */
export class Server {
  name = "native, by this server";

  /** @param {number} longest */
  constructor(longest) {
    this.longest = longest;
  }

  /**
   * @param {Request} request
   * @param {Options} [options]
   * @returns {Promise<Response>}
   */
  async ask(request, { signal, progress } = {}) {
    const path = progress ? "api/jobs" : "api/ask";
    const init = { method: "POST", headers: JSON_HEADERS, body: JSON.stringify(request), signal };
    for (let tries = 1; ; tries++) {
      const answer = await fetch(path, init);
      if (answer.status === 429 && tries < TRIES) {
        await pause(1000 * Number(answer.headers.get("retry-after") ?? 1), signal);
        continue;
      }
      // What was refused is no answer to keep.
      if (answer.status === 429) throw new Error("the server is busy; try again in a moment");
      return progress && answer.ok ? events(answer, progress) : answer.json();
    }
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal | undefined} signal
 */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)));
  });
}

/**
 * Reads events until the one that is the response.
 * @param {globalThis.Response} answer
 * @param {(sign: import("./types.js").Progress) => void} progress
 * @returns {Promise<Response>}
 */
async function events(answer, progress) {
  if (!answer.body) throw new Error("the server sent nothing");
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error("the server went away");
    text += value;
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const field = (/** @type {string} */ name) =>
        part.split("\n").filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim()).join("\n");
      const data = field("data");
      if (!data) continue;
      const document = JSON.parse(data);
      if (field("event") === "done") {
        await reader.cancel();
        return document;
      }
      progress(document);
    }
  }
}

// The engine over HTTP: short requests have one response, long ones a stream of events. While the
// server cannot be reached a request is sent again until it is answered, so no move is lost.

import { t } from "./words.js";

/** @typedef {import("./types.js").Request} Request */
/** @typedef {import("./types.js").Response} Response */
/** @typedef {import("./engine.js").Options} Options */
/** @typedef {import("./engine.js").Engine} Engine */

const JSON_HEADERS = { "content-type": "application/json" };
/** How often a busy server is asked. */
const TRIES = 4;
/** Milliseconds between two attempts to reach a server that is gone: the first ones, and all later ones. */
const PAUSES = [300, 700, 1500, 3000];

/** The server could not be reached, or the connection broke before the response was complete. */
class Gone extends Error {}

/** @implements {Engine} */
export class Server {
  isServer = true;
  /** Told when the server cannot be reached, and when it can again. @type {(isGone: boolean) => void} */
  onGone = () => undefined;
  #isGone = false;

  /** @param {number} longest */
  constructor(longest) {
    this.longest = longest;
  }

  /**
   * @param {Request} request
   * @param {Options} [options]
   * @returns {Promise<Response>}
   */
  async ask(request, options = {}) {
    for (let tries = 0; ; tries++) {
      try {
        const response = await this.#once(request, options);
        this.#tell(false);
        return response;
      } catch (error) {
        if (!(error instanceof Gone)) throw error;
        this.#tell(true);
        await pause(PAUSES[Math.min(tries, PAUSES.length - 1)], options.signal);
      }
    }
  }

  /** @param {boolean} isGone */
  #tell(isGone) {
    if (isGone === this.#isGone) return;
    this.#isGone = isGone;
    this.onGone(isGone);
  }

  /** @param {Request} request @param {Options} options @returns {Promise<Response>} */
  async #once(request, { signal, progress }) {
    const path = progress ? "api/jobs" : "api/ask";
    const init = { method: "POST", headers: JSON_HEADERS, body: JSON.stringify(request), signal };
    for (let tries = 1; ; tries++) {
      const answer = await fetch(path, init).catch(lost(signal));
      if (answer.status === 429 && tries < TRIES) {
        await pause(1000 * Number(answer.headers.get("retry-after") ?? 1), signal);
        continue;
      }
      // A refusal is no answer to keep.
      if (answer.status === 429) throw new Error(t("busy"));
      if (answer.status === 413) throw new Error(t("too-large-for-server"));
      if (answer.status === 502 || answer.status === 504) throw new Gone();
      return progress && answer.ok ? events(answer, progress, signal) : answer.json().catch(lost(signal));
    }
  }
}

/** Errors of the network as [`Gone`]; those of a cancelled request as they are. @param {AbortSignal | undefined} signal */
const lost = (signal) => (/** @type {unknown} */ error) => {
  throw signal?.aborted ? (signal.reason ?? error) : new Gone(String(error));
};

/**
 * @param {number} milliseconds
 * @param {AbortSignal | undefined} signal
 */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)));
  });
}

/**
 * Reads events until the one that is the response.
 * @param {globalThis.Response} answer
 * @param {(sign: import("./engine.js").Progress) => void} progress
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Response>}
 */
async function events(answer, progress, signal) {
  if (!answer.body) throw new Gone();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read().catch(lost(signal));
    if (done) throw new Gone();
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

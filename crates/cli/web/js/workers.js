// The library as WebAssembly in four workers: for lookups, for solving, for maps, and for
// generating puzzles. Work is cancelled by ending its worker; the compiled module is kept, so that
// the next worker starts at once.

import { t } from "./words.js";

/** @typedef {import("./types.js").Request} Request */
/** @typedef {import("./types.js").Response} Response */
/** @typedef {import("./engine.js").Options} Options */
/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {{ resolve: (response: Response) => void, reject: (why: unknown) => void, progress?: Options["progress"] }} Wait */

/** A worker that has grown larger than this is replaced when it is idle: its memory never shrinks. */
const LARGE = 512 * 1024 * 1024;
const LONGEST = 10 * 60 * 1000;

/** @implements {Engine} */
export class Workers {
  isServer = false;
  longest = LONGEST;

  static async start() {
    const module = await WebAssembly.compileStreaming(fetch("fewest.wasm"));
    return new Workers(module, () => new Worker(new URL("worker.js", import.meta.url), { type: "module" }));
  }

  /** @param {WebAssembly.Module} module @param {() => Worker} begin */
  constructor(module, begin) {
    this.glance = new Lane(module, begin);
    this.think = new Lane(module, begin);
    this.chart = new Lane(module, begin);
    this.make = new Lane(module, begin);
  }

  /**
   * @param {Request} request
   * @param {Options} [options]
   */
  ask(request, options = {}) {
    const { ask } = request;
    return this.#lane(ask).ask(request, options);
  }

  /** Who is asked: what takes long waits for its like only. @param {Request["ask"]} ask */
  #lane(ask) {
    if (ask === "solve" || ask === "hint") return this.think;
    if (typeof ask !== "object") return this.glance;
    if ("generate" in ask) return this.make;
    return "map" in ask || "locate" in ask || "go_to" in ask ? this.chart : this.glance;
  }
}

/** One worker, asked one thing after the other. */
class Lane {
  /** @type {Worker | undefined} */
  worker;
  /** @type {Map<number, Wait>} */
  waits = new Map();
  number = 0;

  /** @param {WebAssembly.Module} module @param {() => Worker} spawn */
  constructor(module, spawn) {
    this.module = module;
    this.spawn = spawn;
  }

  /**
   * @param {Request} request
   * @param {Options} options
   * @returns {Promise<Response>}
   */
  ask(request, { signal, progress }) {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = this.number++;
    const worker = (this.worker ??= this.begin());
    return new Promise((resolve, reject) => {
      this.waits.set(id, { resolve, reject, progress });
      signal?.addEventListener("abort", () => {
        const wait = this.waits.get(id);
        if (!wait) return;
        this.waits.delete(id);
        // Other requests to this worker would wait for the cancelled one.
        this.end();
        wait.reject(signal.reason);
      });
      worker.postMessage({ id, request });
    });
  }

  begin() {
    const worker = this.spawn();
    worker.postMessage({ module: this.module });
    worker.onmessage = ({ data }) => {
      const wait = this.waits.get(data.id);
      if (data.progress) return wait?.progress?.(data.progress);
      if (data.failure) return this.fall(data.failure);
      this.waits.delete(data.id);
      if (data.bytes > LARGE && this.waits.size === 0) this.end();
      wait?.resolve(data.response);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.fall(event.message);
    };
    return worker;
  }

  /**
   * The worker is lost, and so is what it was asked; the next one begins anew.
   * @param {string} message
   */
  fall(message) {
    this.worker?.terminate();
    this.worker = undefined;
    this.fail(new Error(t("broke-off", { why: message || t("no-memory") })));
  }

  end() {
    this.worker?.terminate();
    this.worker = undefined;
    // Requests that waited behind it are repeated by their callers.
    this.fail(new DOMException("the worker was ended", "AbortError"));
  }

  /** @param {unknown} why */
  fail(why) {
    const waits = [...this.waits.values()];
    this.waits.clear();
    for (const wait of waits) wait.reject(why);
  }
}

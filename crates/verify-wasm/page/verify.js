// The page that checks a proof: files in, a verdict out. The work is done in a worker.

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const files = /** @type {HTMLInputElement} */ (element("files"));
const progress = /** @type {HTMLProgressElement} */ (element("progress"));
const verdict = element("verdict");

/** @type {Worker | undefined} */
let worker;

files.addEventListener("change", async () => {
  worker?.terminate();
  const chosen = [...(files.files ?? [])];
  const puzzle = chosen.find((file) => !file.name.endsWith(".few"));
  const proof = chosen.find((file) => file.name.endsWith(".few"));
  if (!puzzle || !proof) {
    verdict.textContent = "Choose both files at once: a puzzle and a proof.";
    return;
  }
  verdict.textContent = "checking …";
  progress.hidden = false;
  progress.removeAttribute("value");
  const texts = await Promise.all([puzzle, proof].map((file) => file.arrayBuffer()));
  worker = new Worker(new URL("./verify_worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.checked !== undefined) {
      if (data.total > 0) progress.value = data.checked / data.total;
      return;
    }
    progress.hidden = true;
    verdict.textContent = data.said;
  };
  worker.onerror = () => {
    progress.hidden = true;
    verdict.textContent = "The checker could not be run.";
  };
  worker.postMessage(texts.map((text) => new Uint8Array(text)));
});

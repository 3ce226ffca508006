// Animated GIF: a palette of the most frequent colours, only the changed part of each frame, and LZW
// compression.

const MOST_COLOURS = 255;
/** The index that means: as before. */
const CLEAR = 255;

/**
 * @param {ImageData[]} frames all of one size
 * @param {number} milliseconds for each
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function gif(frames, milliseconds) {
  const { width, height } = frames[0];
  const { colours, index } = palette(frames);
  /** @type {number[]} */
  const out = [];
  const short = (/** @type {number} */ value) => out.push(value & 255, value >> 8);
  out.push(..."GIF89a".split("").map((letter) => letter.charCodeAt(0)));
  short(width);
  short(height);
  out.push(0xf7, 0, 0);
  for (let at = 0; at < 256; at++) out.push(...(colours[at] ?? [0, 0, 0]));
  out.push(0x21, 0xff, 11, ..."NETSCAPE2.0".split("").map((letter) => letter.charCodeAt(0)), 3, 1, 0, 0, 0);
  /** @type {Uint8Array | undefined} */
  let before;
  frames.forEach((frame, number) => {
    const pixels = index(frame);
    const delay = Math.max(2, Math.round((number === frames.length - 1 ? 3 : 1) * milliseconds / 10));
    out.push(0x21, 0xf9, 4, 0x05);
    short(delay);
    out.push(CLEAR, 0, 0x2c);
    [0, 0, width, height].forEach(short);
    out.push(0);
    const shown = before ? pixels.map((value, at) => (before && value === before[at] ? CLEAR : value)) : pixels;
    compress(shown, out);
    before = pixels;
  });
  out.push(0x3b);
  return Uint8Array.from(out);
}

/**
 * The commonest colours, and a function from pixels to the nearest of them.
 * @param {ImageData[]} frames
 */
function palette(frames) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { data } of [frames[0], frames[frames.length - 1]]) {
    for (let at = 0; at < data.length; at += 4) {
      const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  const common = [...counts].sort((one, other) => other[1] - one[1]).slice(0, MOST_COLOURS).map(([colour]) => colour);
  const colours = common.map((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]);
  const known = new Map(common.map((colour, at) => [colour, at]));
  const nearest = (/** @type {number} */ colour) => {
    const [r, g, b] = [colour >> 16, (colour >> 8) & 255, colour & 255];
    let [best, least] = [0, Infinity];
    colours.forEach((other, at) => {
      const far = (other[0] - r) ** 2 + (other[1] - g) ** 2 + (other[2] - b) ** 2;
      if (far < least) [best, least] = [at, far];
    });
    known.set(colour, best);
    return best;
  };
  const index = (/** @type {ImageData} */ { data }) => {
    const pixels = new Uint8Array(data.length / 4);
    for (let at = 0; at < pixels.length; at++) {
      const colour = (data[4 * at] << 16) | (data[4 * at + 1] << 8) | data[4 * at + 2];
      pixels[at] = known.get(colour) ?? nearest(colour);
    }
    return pixels;
  };
  return { colours, index };
}

/** @param {Uint8Array} pixels @param {number[]} out */
function compress(pixels, out) {
  const [size, clear] = [8, 256];
  /** @type {number[]} */
  let block = [];
  let [bits, filled] = [0, 0];
  const byte = (/** @type {number} */ value) => {
    block.push(value);
    if (block.length === 255) flush();
  };
  const flush = () => {
    if (block.length) out.push(block.length, ...block);
    block = [];
  };
  const code = (/** @type {number} */ value, /** @type {number} */ width) => {
    bits |= value << filled;
    filled += width;
    while (filled >= 8) {
      byte(bits & 255);
      bits >>>= 8;
      filled -= 8;
    }
  };
  out.push(size);
  /** @type {Map<number, number>} */
  let table = new Map();
  let [next, width] = [clear + 2, size + 1];
  code(clear, width);
  let prefix = pixels[0];
  for (let at = 1; at < pixels.length; at++) {
    const key = (prefix << 8) | pixels[at];
    const found = table.get(key);
    if (found !== undefined) {
      prefix = found;
      continue;
    }
    code(prefix, width);
    if (next === 4096) {
      code(clear, width);
      [table, next, width] = [new Map(), clear + 2, size + 1];
    } else {
      if (next === 1 << width) width++;
      table.set(key, next++);
    }
    prefix = pixels[at];
  }
  code(prefix, width);
  code(clear + 1, width);
  if (filled) byte(bits & 255);
  flush();
  out.push(0);
}

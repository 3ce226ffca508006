// Screenshots as small files: the commonest 256 colours, a byte a pixel. Reads what Chromium
// writes and what is written here: eight bits, no interlacing.
import assert from "node:assert/strict";
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** @param {Buffer} file @returns {Buffer} */
export function small(file) {
  const { width, height, pixels } = read(file);
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const common = [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one)).slice(0, 256);
  const numbers = new Map(common.map((colour, number) => [colour, number]));
  const nearest = (colour) => {
    let [best, least] = [0, Infinity];
    common.forEach((other, number) => {
      const far = [16, 8, 0].reduce((sum, shift) => sum + (((colour >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
      if (far < least) [best, least] = [number, far];
    });
    numbers.set(colour, best);
    return best;
  };
  const rows = Buffer.alloc(height * (width + 1));
  pixels.forEach((pixel, at) => (rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = numbers.get(pixel) ?? nearest(pixel)));
  const palette = Buffer.from(common.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([SIGNATURE, chunk("IHDR", head), chunk("PLTE", palette), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

/** @param {string} kind @param {Buffer} data */
function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** @param {Buffer} file */
export function read(file) {
  const data = [];
  let palette = Buffer.alloc(0);
  let head = Buffer.alloc(13);
  for (let at = SIGNATURE.length; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const [kind, body] = [file.toString("latin1", at + 4, at + 8), file.subarray(at + 8, at + 8 + length)];
    if (kind === "IHDR") head = body;
    if (kind === "PLTE") palette = body;
    if (kind === "IDAT") data.push(body);
    at += length + 12;
  }
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const bytes = { 2: 3, 3: 1, 6: 4 }[head[9]];
  assert.ok(bytes && head[8] === 8 && head[12] === 0, "a screenshot");
  const raw = inflateSync(Buffer.concat(data));
  const line = width * bytes;
  let before = Buffer.alloc(line);
  const pixels = new Array(width * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)];
    const row = Buffer.from(raw.subarray(y * (line + 1) + 1, (y + 1) * (line + 1)));
    for (let x = 0; x < line; x++) {
      const [left, up, corner] = [x >= bytes ? row[x - bytes] : 0, before[x], x >= bytes ? before[x - bytes] : 0];
      row[x] += [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
    }
    for (let x = 0; x < width; x++) pixels[y * width + x] = bytes > 1 ? row.readUIntBE(x * bytes, 3) : palette.readUIntBE(3 * row[x], 3);
    before = row;
  }
  return { width, height, pixels };
}

/** @param {number} left @param {number} up @param {number} corner */
function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value));
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

// Generates images to upload: a photograph of any size, and malicious files.

import { crc32, deflateSync } from "node:zlib";

/** Returns a generator of pseudo-random numbers that are the same in every run. */
function chance(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Collects bits for JPEG, which needs a zero byte after each 0xff. */
class Bits {
  bytes = [];
  #held = 0;
  #count = 0;

  put(value, length) {
    this.#held = (this.#held << length) | value;
    this.#count += length;
    while (this.#count >= 8) {
      this.#count -= 8;
      const byte = (this.#held >>> this.#count) & 0xff;
      this.bytes.push(byte);
      if (byte === 0xff) this.bytes.push(0);
    }
    this.#held &= (1 << this.#count) - 1;
  }

  end() {
    if (this.#count > 0) this.put((1 << (8 - this.#count)) - 1, 8 - this.#count);
    return Buffer.from(this.bytes);
  }
}

/** Returns the bits that JPEG writes for a coefficient of `size` bits. */
const coded = (value, size) => (value < 0 ? value + (1 << size) - 1 : value);
const sizeOf = (value) => 32 - Math.clz32(Math.abs(value));

/**
 * Returns a noisy colour photograph as a baseline JPEG. Its coefficients are chosen rather than computed: `detail` of
 * the 63 in each block are not zero. `end` is appended to the image.
 */
export function jpeg(width, height, detail, end = Buffer.alloc(0)) {
  const segment = (marker, ...data) => {
    const body = Buffer.concat(data.map((part) => Buffer.from(part)));
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    return Buffer.concat([head, body]);
  };
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  // Huffman codes of equal length: four bits for the sizes of a block's brightness, three for the end of a block and
  // sizes 1 to 4.
  const lengths = (length, count) =>
    Array.from({ length: 16 }, (_, at) => (at === length - 1 ? count : 0));
  const first = Array.from({ length: 12 }, (_, at) => at);
  const others = [0, 1, 2, 3, 4];
  const random = chance(1);
  const bits = new Bits();
  const before = [0, 0, 0];
  for (let block = Math.ceil(width / 8) * Math.ceil(height / 8); block > 0; block -= 1) {
    for (let component = 0; component < 3; component += 1) {
      const bright = Math.max(-200, Math.min(200, before[component] + random(41) - 20));
      const change = bright - before[component];
      before[component] = bright;
      bits.put(sizeOf(change), 4);
      bits.put(coded(change, sizeOf(change)), sizeOf(change));
      for (let at = 0; at < detail; at += 1) {
        const value = (1 + random(7)) * (random(2) === 0 ? -1 : 1);
        bits.put(sizeOf(value), 3);
        bits.put(coded(value, sizeOf(value)), sizeOf(value));
      }
      bits.put(0, 3);
    }
  }
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0], new Array(64).fill(4)),
    segment(0xc0, [8], size, [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
    segment(0xc4, [0x00], lengths(4, 12), first),
    segment(0xc4, [0x10], lengths(3, 5), others),
    segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
    bits.end(),
    Buffer.from([0xff, 0xd9]),
    end,
  ]);
}

/**
 * Returns a black PNG image, which is small whatever its dimensions. `kind` is the colour type: 2 without, 6 with
 * transparency.
 */
export function png(width, height, { kind = 6, depth = 8, turned = false } = {}) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, kind], 8);
  const line = 1 + (width * (kind === 6 ? 4 : 3) * depth) / 8;
  // Orientation 6: rotated 90 degrees clockwise.
  const exif = Buffer.from("4d4d002a00000008000101120003000000010006000000000000", "hex");
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    ...(turned ? [chunk("eXIf", exif)] : []),
    chunk("IDAT", deflateSync(Buffer.alloc(line * height), { level: 6 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Returns an SVG image. */
export const svg = (inner) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`);

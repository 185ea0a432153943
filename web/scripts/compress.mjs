// Writes .br, .gz and (if Node supports it) .zst beside every text asset, at the highest level: the server answers
// requests for static files with these and never compresses one itself.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import * as zlib from "node:zlib";

const TEXT = /\.(js|css|svg|json|webmanifest|txt|xml|html|ico)$/;
/** Below this size the headers cost more than compression saves. */
const MIN_BYTES = 256;

const { constants } = zlib;
/**
 * Brotli's encodings of distances: bits of the postfix, and number of direct codes. Which one is the shortest depends on
 * the file; they differ by up to a hundredth.
 */
const DISTANCES = [0, 1, 2].flatMap((postfix) => [0, 4].map((direct) => ({ postfix, direct })));
const brotli = async (data) => {
  const packed = await Promise.all(
    DISTANCES.map(({ postfix, direct }) =>
      promisify(zlib.brotliCompress)(data, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    ),
  );
  return packed.reduce((best, one) => (one.length < best.length ? one : best));
};
const encoders = {
  br: brotli,
  gz: (data) => promisify(zlib.gzip)(data, { level: 9 }),
};
if (zlib.zstdCompress) {
  encoders.zst = (data) =>
    promisify(zlib.zstdCompress)(data, {
      params: { [constants.ZSTD_c_compressionLevel]: 19 },
    });
}

const root = process.argv[2] ?? "dist/client";
const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter(
  (entry) => entry.isFile() && TEXT.test(entry.name),
);
let written = 0;
for (const entry of files) {
  const path = join(entry.parentPath ?? entry.path, entry.name);
  const data = await readFile(path);
  if (data.length < MIN_BYTES) continue;
  for (const [extension, encode] of Object.entries(encoders)) {
    const packed = await encode(data);
    if (packed.length < data.length) {
      await writeFile(`${path}.${extension}`, packed);
      written += 1;
    }
  }
}
console.log(
  `compressed ${files.length} files into ${written} variants (${Object.keys(encoders).join(", ")})`,
);

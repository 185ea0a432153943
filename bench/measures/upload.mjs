// Uploading a photograph, from which the library makes variants, and the memory that this and malicious files take.

import { jpeg, png, svg } from "../lib/pictures.mjs";
import { Site, copyOf } from "../lib/site.mjs";
import { median } from "../lib/statistics.mjs";

/** The gallery's size limit. */
const LIMIT = 5 << 20;
const POSTS = 200;

/** Returns a photograph 4,000 px wide of just under 5 MiB. */
function photograph() {
  const whole = jpeg(4000, 3000, 11);
  if (whole.length > LIMIT || whole.length < LIMIT * 0.8)
    throw new Error(`the photograph has ${whole.length} bytes`);
  return whole;
}

/** Malicious files, and files as large as the limit allows: name, bytes, expected status. */
function hostile(photo) {
  return [
    ["as large as is taken", png(7000, 7000, { kind: 2 }), 201],
    ["the same, on its side", png(7000, 7000, { kind: 2, turned: true }), 201],
    ["transparent", png(4500, 4500), 201],
    ["the same, on its side", png(4500, 4500, { turned: true }), 201],
    ["transparent and too large", png(5000, 5000), 422],
    ["of sixteen bits a colour", png(6100, 6100, { kind: 2, depth: 16 }), 422],
    ["a bomb", png(40_000, 10_000), 422],
    ["cut off", photo.subarray(0, photo.length / 2), 422],
    ["a page behind a picture", jpeg(800, 600, 4, Buffer.from("<script>alert(1)</script>")), 201],
    ["a page that begins like a picture", Buffer.from("GIF89a/*<script>alert(1)</script>*/"), 422],
    ["a drawing with a script", svg("<script>alert(1)</script>"), 201],
    ["a drawing of entities", Buffer.from('<!DOCTYPE s [<!ENTITY a "aaaa">]><svg>&a;</svg>'), 422],
    ["a page", Buffer.from("<script>alert(1)</script>"), 415],
  ];
}

/** Uploads a file by a form. Returns the milliseconds until it is stored. */
async function upload(site, token, name, bytes, status) {
  const form = new FormData();
  form.append("context", "gallery");
  form.append("file", new Blob([bytes]), name);
  const begun = performance.now();
  const answer = await fetch(`${site.origin}/api/admin/media`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const body = await answer.json();
  if (answer.status !== status)
    throw new Error(`${name}: ${answer.status} instead of ${status}: ${JSON.stringify(body)}`);
  return { milliseconds: performance.now() - begun, body };
}

/** Uploads a photograph a few times, then every file that could take much memory. */
export async function measureUpload({ runs }) {
  const photo = photograph();
  const site = await Site.start(await copyOf(POSTS));
  const token = await site.signIn();
  const times = [];
  let forms = 0;
  for (let run = 0; run < Math.max(runs, 5); run += 1) {
    const { milliseconds, body } = await upload(site, token, "photo.jpg", photo, 201);
    forms = body.variants.length;
    if (forms === 0) throw new Error("the photograph has no smaller forms");
    times.push(milliseconds);
  }
  const photographs = site.memory().peak;
  for (const [name, bytes, status] of hostile(photo)) {
    const { body } = await upload(site, token, name, bytes, status);
    const kept = status === 201 ? await site.client.get(body.url) : null;
    if (kept?.body.includes("alert(1)")) throw new Error(`${name}: the script was kept`);
  }
  const { peak } = site.memory();
  await site.stop();
  return [
    {
      id: "upload-photo",
      group: "Upload",
      name: `a photograph of ${(photo.length / (1 << 20)).toFixed(1)} MiB, 4,000 px wide, kept with ${forms} smaller forms`,
      unit: "ms",
      value: median(times),
      samples: times,
    },
    {
      id: "upload-memory-photo",
      group: "Upload",
      name: "memory at its most, after photographs",
      unit: "MB",
      value: photographs,
      samples: [photographs],
    },
    {
      id: "upload-memory",
      group: "Upload",
      name: "memory at its most, after hostile files and the largest that are taken",
      unit: "MB",
      value: peak,
      target: { most: 300 },
      samples: [peak],
    },
  ];
}

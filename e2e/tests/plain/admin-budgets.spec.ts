import { readFileSync } from "node:fs";
import { expect, test } from "../../support/test";

/** Maximum compressed size of each chunk of the admin area, in bytes: a tenth to a fifth above its current size. */
const BUDGETS: Record<string, number> = {
  "admin-account": 4_400,
  "admin-audit": 2_200,
  "admin-auth": 2_800,
  "admin-authors": 2_900,
  "admin-bookings": 1_700,
  "admin-categories": 2_000,
  // The comparison and the merge of two versions of a post; the next one shows single fields, for the history too.
  "admin-conflict-view": 2_500,
  "admin-version-pair": 2_950,
  "admin-create-editor": 132_000,
  "admin-create-source": 148_000,
  // The dialog that crops an image, by pointer, keys and numbers.
  "admin-crop-dialog": 3_000,
  "admin-focus-dialog": 1_600,
  "admin-number-field": 500,
  "admin-draft-database": 550,
  "admin-edit": 28_500,
  "admin-enquiries": 2_150,
  "admin-find-bar": 1_150,
  // Find and replace, for both editing modes.
  "admin-finder": 1_100,
  "admin-forbidden": 700,
  "admin-frame": 2_800,
  "admin-health": 2_900,
  "admin-history-panel": 1_600,
  "admin-import-dialog": 5_200,
  "admin-layout": 1_150,
  "admin-list": 5_200,
  // Tables, the form in the dialogs of the lists, and code shared by several screens.
  "admin-lists": 5_400,
  // The page, and code that it shares with the editor's gallery.
  "admin-media": 6_400,
  "admin-media-gallery-button": 1_450,
  // The list of pages with the styles that each needs.
  "admin-modules": 800,
  "admin-post-form": 1_250,
  "admin-redirects": 2_300,
  // Loaded when an import file is broken.
  "admin-repair-json": 3_500,
  "admin-restricted": 700,
  "admin-save-warnings": 700,
  "admin-search-check-panel": 1_200,
  "admin-settings": 3_050,
  // The form, and the fields of the second step, which admin dialogs share.
  "admin-sign-in": 3_400,
  "admin-staff": 2_700,
  "admin-subscribers": 1_300,
  "admin-text-boxes": 4_000,
};

interface Chunk {
  file: string;
}

/** Returns the scripts of the admin area: name without hash, and address. Vite's manifest is beside them. */
function adminChunks(): { name: string; path: string }[] {
  const manifest = readFileSync(new URL("../../../web/dist/client/manifest.json", import.meta.url));
  const chunks = Object.values(JSON.parse(manifest.toString()) as Record<string, Chunk>);
  return chunks.flatMap(({ file }) => {
    const [, name] = /^assets\/(admin-.+)-[\w-]{8}\.js$/.exec(file) ?? [];
    return name ? [{ name, path: `/${file}` }] : [];
  });
}

test("every chunk of the admin area has a budget and stays within it", async ({ request }) => {
  const sizes = new Map<string, number>();
  for (const { name, path } of adminChunks()) {
    const answer = await request.head(path, { headers: { "accept-encoding": "br" } });
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()["content-encoding"], path).toBe("br");
    const bytes = Number(answer.headers()["content-length"]);
    sizes.set(name, (sizes.get(name) ?? 0) + bytes);
  }
  expect([...sizes.keys()].sort(), "each has a budget").toEqual(Object.keys(BUDGETS).sort());
  for (const [name, bytes] of sizes)
    expect(bytes, `${name} in bytes`).toBeLessThanOrEqual(BUDGETS[name] ?? 0);
});

import { callApi } from "../../../../lib/api";
import type { ImportFile, ImportPost } from "./import-file";

/** The most posts, and the most characters, of a call: a long file is checked in parts. */
const MOST_POSTS = 100;
const MOST_CHARACTERS = 8_000_000;

/** Splits a file into parts, each small enough for a call. */
function partsOf(posts: readonly ImportPost[]): ImportPost[][] {
  const parts: ImportPost[][] = [];
  let size = 0;
  for (const post of posts) {
    const length = JSON.stringify(post.value).length;
    const part = parts.at(-1);
    if (part && part.length < MOST_POSTS && size + length <= MOST_CHARACTERS) {
      part.push(post);
      size += length;
    } else {
      parts.push([post]);
      size = length;
    }
  }
  return parts;
}

/**
 * Asks the server what it would refuse of a file, and what it would omit. If the call fails, returns the file with the
 * browser's own findings.
 */
export async function checkImport(file: ImportFile): Promise<ImportFile> {
  const checked: ImportPost[] = [];
  for (const part of partsOf(file.posts)) {
    const result = await callApi("POST", "/api/admin/posts/import/check", {
      body: part.map((post) => post.value),
      invalidatesPages: false,
    });
    if (!result.ok) return file;
    const { ready, failed } = result.data;
    part.forEach((post, place) => {
      const reason = failed.find(({ index }) => index === place)?.message;
      const accepted = ready.find(({ index }) => index === place);
      const leftOut = accepted?.warnings ?? [];
      const state = accepted?.is_scheduled ? "scheduled" : post.state;
      // The browser's findings are more specific: they say which post has the same slug.
      const problems = post.problems.length > 0 || !reason ? post.problems : [reason];
      checked.push({ ...post, state, problems, warnings: [...post.warnings, ...leftOut] });
    });
  }
  return { ...file, posts: checked, isChecked: true };
}

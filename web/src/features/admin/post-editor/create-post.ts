import type { AdminPost, PostInput } from "../../../generated/api";
import { type ApiResult, callApi } from "../../../lib/api";
import { oneLine } from "./post-form";

/** The version of a post that has not been changed since its creation. */
const FIRST_VERSION = 1;

/**
 * Creates a post.
 * @param lost the body of an earlier attempt whose response was lost. It may have created the post, which then has the
 * slug: that post is saved instead.
 */
export async function createPost(
  body: PostInput,
  lost: PostInput | null,
): Promise<ApiResult<AdminPost>> {
  const result = await callApi("POST", "/api/admin/posts", { body });
  if (result.ok || result.error.code !== "slug_taken" || lost?.slug !== body.slug) return result;

  const newest = await callApi("GET", "/api/admin/posts", {
    query: { sort: "created_at", dir: "desc" },
  });
  const row = newest.ok && newest.data.posts.find(({ slug }) => slug === body.slug);
  if (!row) return result;
  const path = { id: row.id };
  const made = await callApi("GET", "/api/admin/posts/{id}", { path });
  if (!made.ok || made.data.version !== FIRST_VERSION) return result;
  if (oneLine(made.data.title) !== oneLine(lost.title)) return result;
  const saved = await callApi("PUT", "/api/admin/posts/{id}", {
    path,
    body: { ...body, version: FIRST_VERSION },
  });
  return saved.ok ? saved : result;
}

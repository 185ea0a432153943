import type { AdminPost, PostInput } from "../../../generated/api";
import { POST_INPUT_SLUG_MAX_LENGTH } from "../../../generated/limits";
import { type ApiResult, callApi } from "../../../lib/api";
import { createPost } from "./create-post";
import { inputOf, type PostForm } from "./post-form";

/** The highest number appended to a slug that is taken. */
const LAST_NUMBER = 9;

/** Returns whether a post is in the trash. */
export async function isInTrash(id: string): Promise<boolean> {
  const answer = await callApi("GET", "/api/admin/posts/{id}", { path: { id } });
  return answer.ok && answer.data.state === "trash";
}

/**
 * Creates a post from the form, with the form's slug or the first free one of "slug-2" to "slug-9".
 * @param lost as for `createPost`
 */
export async function createCopy(
  form: PostForm,
  lost: PostInput | null,
): Promise<ApiResult<AdminPost>> {
  const create = (slug: string) => createPost(inputOf({ ...form, slug }, null), lost);
  let result = await create(form.slug);
  for (let number = 2; number <= LAST_NUMBER; number += 1) {
    if (result.ok || result.error.code !== "slug_taken") break;
    result = await create(`${form.slug.slice(0, POST_INPUT_SLUG_MAX_LENGTH - 2)}-${number}`);
  }
  return result;
}

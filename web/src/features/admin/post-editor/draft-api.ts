import type { AdminPost } from "../../../generated/api";
import { type ApiResult, callApi } from "../../../lib/api";
import type { RequestOutcome } from "./editor-state";
import { draftOf, type LocalDraft } from "./local-draft";
import { inputOf } from "./post-form";

/** The server's copies of an editor's drafts of one post. Nothing here rejects. */
export interface DraftApi {
  /** Returns the drafts on the server; none if the request fails. */
  list: () => Promise<LocalDraft[]>;
  /** Stores a draft under its key. With `isLast`, the request outlives the page. */
  put: (draft: LocalDraft, isLast: boolean) => Promise<RequestOutcome>;
  /** Deletes a draft in a request that outlives the page. */
  remove: (key: string) => Promise<RequestOutcome>;
}

/** Returns the calls for a post; null for a new one. */
export function draftApi(post: AdminPost | null): DraftApi {
  const id = post?.id ?? "new";
  return {
    list: async () => {
      const answer = await callApi("GET", "/api/admin/posts/{id}/drafts", { path: { id } });
      return answer.ok ? answer.data.drafts.map(draftOf) : [];
    },
    put: async ({ key, form, version }, isLast) =>
      outcomeOf(
        await callApi("PUT", "/api/admin/posts/{id}/drafts/{key}", {
          path: { id, key },
          body: inputOf(form, post, version),
          keepalive: isLast,
          invalidatesPages: false,
        }),
      ),
    remove: async (key) =>
      outcomeOf(
        await callApi("DELETE", "/api/admin/posts/{id}/drafts/{key}", {
          path: { id, key },
          keepalive: true,
          invalidatesPages: false,
        }),
      ),
  };
}

/** Returns the outcome of a request, which decides about further attempts. */
export function outcomeOf(result: ApiResult<unknown>): RequestOutcome {
  if (result.ok) return "stored";
  const { status } = result;
  if (status === 401) return "signed-out";
  if (status === 403) return "forbidden";
  return status === 0 || status === 429 || status >= 500 ? "unreachable" : "refused";
}

/** Types of API calls, derived from the generated contract. */
import type { paths } from "../generated/api";

export type ApiMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The paths that accept a method, with their parameters in braces. */
export type ApiPath<M extends ApiMethod> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object> ? P : never;
}[keyof paths];

type Operation<M extends ApiMethod, P extends ApiPath<M>> = paths[P][Lowercase<M> & keyof paths[P]];

type JsonOr<Otherwise, Content> = Content extends { "application/json": infer Json }
  ? Json
  : Otherwise;

type RequestContent<O> = O extends { requestBody?: infer R }
  ? R extends { content: infer Content }
    ? Content
    : never
  : never;

type Body<O> = O extends { requestBody: object }
  ? { body: JsonOr<FormData, RequestContent<O>> }
  : { body?: JsonOr<FormData, RequestContent<O>> };

type Parameters<O> = O extends { parameters: infer P }
  ? Pick<P, keyof P & ("path" | "query")>
  : never;

/** What a call sends: `path` and `query` parameters, and the body where the call takes one. */
export type ApiInput<M extends ApiMethod, P extends ApiPath<M>> = Parameters<Operation<M, P>> &
  Body<Operation<M, P>>;

/** The JSON of a successful response; null if it has no body. */
export type ApiAnswer<M extends ApiMethod, P extends ApiPath<M>> =
  Operation<M, P> extends { responses: infer R }
    ? {
        [Status in keyof R & (200 | 201 | 202 | 204)]: R[Status] extends { content: infer Content }
          ? JsonOr<never, Content>
          : null;
      }[keyof R & (200 | 201 | 202 | 204)]
    : never;

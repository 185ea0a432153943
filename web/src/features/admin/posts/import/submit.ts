import { callApi } from "../../../../lib/api";
import { counted } from "../../lists/counted";
import type { ImportFile, ImportPost } from "./import-file";

/** A post that was not created, and the reason. */
export interface FailedImport {
  post: ImportPost;
  reason: string;
}

/** A post that was created without something that is in the file. */
export interface WarnedImport {
  post: ImportPost;
  warnings: string[];
}

/** The result of an import. */
export interface ImportOutcome {
  /** How many posts were created. */
  ok: number;
  /** How many of the created posts are not published. */
  drafts: number;
  /** How many of the created posts will be published later. */
  scheduled: number;
  /** Number of posts in the file that were to be created: those submitted, and those left out because of errors. */
  total: number;
  failed: FailedImport[];
  warned: WarnedImport[];
  /** Not sent, as the import was stopped. */
  unsent: ImportPost[];
  /** Not submitted, because of their problems. */
  leftOut: ImportPost[];
  /** Positions in the file, from 1, of entries that are not posts. */
  skipped: number[];
}

const CONNECTION_LOST =
  "The connection failed, and this post may or may not have been created. Check the list of posts.";
/** Statuses that every further call would also get. */
const FATAL_STATUSES = [401, 403];

/**
 * Creates posts one by one, and continues when one is refused.
 * @param posts the submitted posts of the file
 * @param signal stops the import between two posts
 * @param onProgress called with the number of posts that are done
 */
export async function submitPosts(
  file: Pick<ImportFile, "posts" | "skipped">,
  posts: readonly ImportPost[],
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<ImportOutcome> {
  const leftOut = file.posts.filter((post) => post.problems.length > 0 && !posts.includes(post));
  const outcome: ImportOutcome = {
    ok: 0,
    drafts: 0,
    scheduled: 0,
    total: posts.length + leftOut.length + file.skipped.length,
    failed: [],
    warned: [],
    unsent: [],
    leftOut,
    skipped: file.skipped,
  };
  let fatal: string | null = null;
  for (const [done, post] of posts.entries()) {
    if (signal.aborted) {
      outcome.unsent = posts.slice(done);
      break;
    }
    onProgress(done);
    if (fatal !== null) {
      outcome.failed.push({ post, reason: fatal });
      continue;
    }
    const result = await callApi("POST", "/api/admin/posts/import", {
      body: post.value,
    });
    const failed = result.ok ? result.data.failed[0] : undefined;
    if (result.ok && !failed) {
      outcome.ok += 1;
      if (post.state === "draft") outcome.drafts += 1;
      if (post.state === "scheduled") outcome.scheduled += 1;
      const warnings = result.data.created[0]?.warnings ?? [];
      if (warnings.length > 0) outcome.warned.push({ post, warnings });
      continue;
    }
    const reason = (result.ok ? failed?.message : result.error.message) || CONNECTION_LOST;
    if (!result.ok && FATAL_STATUSES.includes(result.status)) fatal = reason;
    outcome.failed.push({ post, reason });
  }
  return outcome;
}

/** Whether the dialog can close by itself, as there is nothing to read in the result. */
export const closesByItself = ({ ok, total, warned }: ImportOutcome): boolean =>
  ok === total && warned.length === 0;

/** How many entries of the file were not submitted because of errors. */
export const leftOutCount = ({ leftOut, skipped }: ImportOutcome): number =>
  leftOut.length + skipped.length;

/** Returns the toast for a result: title and text. */
export function outcomeText(outcome: ImportOutcome): [string, string] {
  const { ok, drafts, scheduled, total, failed, unsent } = outcome;
  const left = leftOutCount(outcome);
  const live = ok - drafts - scheduled;
  const scheduledText = scheduled > 0 ? ` Scheduled: ${scheduled}.` : "";
  const draftText = drafts > 0 ? ` Imported as drafts: ${drafts}.` : "";
  const leftText = left > 0 ? ` Left out because of errors: ${left}.` : "";
  const counts = `${live} out of ${total} posts published.`;
  const rest = scheduledText + draftText;
  if (unsent.length > 0)
    return ["Import stopped", `${counts} ${unsent.length} not sent.${rest}${leftText}`];
  const ofThem = left > 0 ? ` (${left} left out because of errors)` : "";
  if (ok < total)
    return ["Partial Success", `${counts} ${failed.length + left} failed${ofThem}.${rest}`];
  if (live === ok) return ["Success!", `${counted(ok, "post")} published.`];
  const kinds = [
    live > 0 && `${live} published`,
    scheduled > 0 && `${scheduled} scheduled`,
    drafts > 0 && (drafts === ok ? "not published yet" : counted(drafts, "draft")),
  ];
  return ["Success!", `${counted(ok, "post")} imported: ${kinds.filter(Boolean).join(", ")}.`];
}

/** Returns the posts that were not created, as a JSON file to correct and import again. */
export function remainingJson({ failed, unsent, leftOut }: ImportOutcome): string {
  const values = [...failed.map(({ post }) => post), ...unsent, ...leftOut]
    .sort((a, b) => a.index - b.index)
    .map((post) => post.value);
  return `${JSON.stringify(values, null, 2)}\n`;
}

/** Returns the progress to announce, which changes with each tenth rather than with each post. */
export const submittedText = (done: number, total: number): string =>
  `${Math.floor((done * 10) / total) * 10}% submitted`;

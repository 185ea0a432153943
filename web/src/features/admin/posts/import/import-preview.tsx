import { useId, useState } from "react";
import { plainTitle } from "../../../../lib/plain-title";
import { Badge } from "../../../../ui/base/badge";
import { Button } from "../../../../ui/base/button";
import { wandSparkles } from "../../../../ui/base/icons-admin.generated";
import { Notice } from "../../../../ui/forms/notice";
import type { ImportFile, ImportPost } from "./import-file";

/** The most rows shown: thousands would block the page. */
const MAX_ROWS = 200;

interface ImportPreviewProps {
  file: ImportFile;
  onSubmit: (posts: ImportPost[]) => void;
  onStartOver: () => void;
}

const hasWords = ({ problems, warnings }: ImportPost) => problems.length + warnings.length > 0;

/** The posts to be submitted, each of which can be left out. */
export function ImportPreview({ file, onSubmit, onStartOver }: ImportPreviewProps) {
  const { posts, skipped, isRepaired, isChecked } = file;
  const refused = posts.filter((post) => post.problems.length > 0);
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(
    () => new Set(refused.map((post) => post.index)),
  );
  // Posts with problems or warnings are always shown.
  const shown = posts.filter((post, place) => place < MAX_ROWS || hasWords(post));
  const included = posts.filter((post) => !leftOut.has(post.index));
  const warned = included.filter((post) => post.warnings.length > 0);
  const toggle = (index: number) => {
    const next = new Set(leftOut);
    if (!next.delete(index)) next.add(index);
    setLeftOut(next);
  };
  return (
    <>
      {isRepaired && (
        <Notice kind="ok" icon={wandSparkles}>
          Original JSON had syntax errors but was automatically fixed.
        </Notice>
      )}
      <p className="import-count" role="status">
        <strong className="num">{included.length}</strong> <span>posts ready</span>
      </p>
      {!isChecked && (
        <Notice kind="error">
          The posts could not be checked against the site. Slugs already in use will be reported
          when you submit.
        </Notice>
      )}
      {refused.length + warned.length > 0 && (
        <p className="text-small">
          {[
            refused.length === 1 && "1 post can't be imported and is left out.",
            refused.length > 1 && `${refused.length} posts can't be imported and are left out.`,
            warned.length === 1 && "1 post will be imported with a warning.",
            warned.length > 1 && `${warned.length} posts will be imported with a warning.`,
          ]
            .filter(Boolean)
            .join(" ")}
        </p>
      )}
      {skipped.length > 0 && (
        <p className="text-small">
          {skipped.length === 1 ? "Entry" : "Entries"} {skipped.slice(0, 10).join(", ")}
          {skipped.length > 10 && ` and ${skipped.length - 10} more`} in the file{" "}
          {skipped.length === 1 ? "is not a post and is" : "are not posts and are"} left out.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="import-rows" aria-label="Posts in the file" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Title</th>
              <th scope="col">Slug</th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          {shown.slice(0, 2 * MAX_ROWS).map((post) => (
            <Row
              key={post.index}
              post={post}
              isIncluded={!leftOut.has(post.index)}
              onToggle={() => toggle(post.index)}
            />
          ))}
        </table>
      </section>
      {posts.length > MAX_ROWS && (
        <p className="text-small text-muted">
          Showing the first {MAX_ROWS} of {posts.length}, and any with problems. The rest will be
          submitted too.
        </p>
      )}
      <div className="import-actions">
        <Button variant="secondary" onClick={onStartOver}>
          Start over
        </Button>
        <Button keycap onClick={() => onSubmit(included)}>
          Submit Posts
        </Button>
      </div>
    </>
  );
}

interface RowProps {
  post: ImportPost;
  isIncluded: boolean;
  onToggle: () => void;
}

/** A post, with its problems and warnings below. */
function Row({ post, isIncluded, onToggle }: RowProps) {
  const wordsId = useId();
  const { title, slug, state, problems, warnings } = post;
  return (
    <tbody>
      <tr>
        <th scope="row">
          <label className="check">
            <input
              type="checkbox"
              checked={isIncluded}
              aria-describedby={hasWords(post) ? wordsId : undefined}
              onChange={onToggle}
            />
            <span className="wrap-anywhere">{plainTitle(title)}</span>
          </label>
        </th>
        <td className="mono wrap-anywhere">
          <span>{slug}</span>
        </td>
        <td>
          <StateBadge state={state} />
        </td>
      </tr>
      {hasWords(post) && (
        <tr className="import-words">
          <td colSpan={3} id={wordsId}>
            {problems.length > 0 && <p className="text-danger">{problems.join(" ")}</p>}
            {warnings.length > 0 && <p>{warnings.join(". ")}</p>}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function StateBadge({ state }: Pick<ImportPost, "state">) {
  if (state === "draft") return <Badge variant="draft">Draft</Badge>;
  return state === "live" ? <Badge variant="ok">Published</Badge> : <Badge>Scheduled</Badge>;
}

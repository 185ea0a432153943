import { useState } from "react";
import { plainTitle } from "../../../../lib/plain-title";
import { Badge } from "../../../../ui/base/badge";
import { Button } from "../../../../ui/base/button";
import { wandSparkles } from "../../../../ui/base/icons-admin.generated";
import { Notice } from "../../../../ui/forms/notice";
import type { ImportFile, ImportPost } from "./import-file";

/** Most rows drawn: nobody reads more, and thousands would hold the page up. */
const MAX_ROWS = 200;

interface ImportPreviewProps {
  file: ImportFile;
  onSubmit: (posts: ImportPost[]) => void;
  onStartOver: () => void;
}

/** What is about to be submitted. Single posts can be left out. */
export function ImportPreview({ file, onSubmit, onStartOver }: ImportPreviewProps) {
  const { posts, skipped, isRepaired } = file;
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const included = posts.filter((post) => !leftOut.has(post.index));
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
      {skipped.length > 0 && (
        <p className="text-small">
          {skipped.length === 1 ? "Entry" : "Entries"} {skipped.slice(0, 10).join(", ")}
          {skipped.length > 10 && ` and ${skipped.length - 10} more`} of the file{" "}
          {skipped.length === 1 ? "is no post and is" : "are no posts and are"} left out.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="import-rows" aria-label="Posts of the file" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Title</th>
              <th scope="col">Slug</th>
              <th scope="col">Status</th>
              <th scope="col">Problems</th>
            </tr>
          </thead>
          <tbody>
            {posts.slice(0, MAX_ROWS).map((post) => (
              <Row
                key={post.index}
                post={post}
                isIncluded={!leftOut.has(post.index)}
                onToggle={() => toggle(post.index)}
              />
            ))}
          </tbody>
        </table>
      </section>
      {posts.length > MAX_ROWS && (
        <p className="text-small text-muted">
          The first {MAX_ROWS} of {posts.length} are shown. The rest are submitted as well.
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

function Row({ post, isIncluded, onToggle }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <label className="check">
          <input type="checkbox" checked={isIncluded} onChange={onToggle} />
          <span className="wrap-anywhere">{plainTitle(post.title)}</span>
        </label>
      </th>
      <td className="mono wrap-anywhere">
        <span>{post.slug}</span>
      </td>
      <td>
        <Badge variant={post.isPublished ? "ok" : "draft"}>
          {post.isPublished ? "Published" : "Draft"}
        </Badge>
      </td>
      <td>
        {post.problems.length === 0 ? (
          <span className="text-muted">None</span>
        ) : (
          <span className="text-danger">{post.problems.join(" ")}</span>
        )}
      </td>
    </tr>
  );
}

import { downloadText } from "../../../../lib/download";
import { plainTitle } from "../../../../lib/plain-title";
import { Button } from "../../../../ui/base/button";
import { download } from "../../../../ui/base/icons-admin.generated";
import { Notice } from "../../../../ui/forms/notice";
import { closesByItself, type ImportOutcome, leftOutCount, remainingJson } from "./submit";

interface ImportResultProps {
  outcome: ImportOutcome;
  onClose: () => void;
}

/** The result of an import, with the reason for each post that was not created. */
export function ImportResult({ outcome, onClose }: ImportResultProps) {
  const { ok, total, failed, warned, unsent, leftOut, skipped } = outcome;
  const isComplete = ok === total;
  const left = leftOutCount(outcome);
  return (
    <>
      <Notice kind={isComplete ? "ok" : "error"}>
        <strong>
          {ok} of {total}
        </strong>{" "}
        imported{left > 0 && `; ${left} ${left === 1 ? "was" : "were"} left out because of errors`}.
        {closesByItself(outcome) && " This window closes by itself."}
      </Notice>
      <Reasons
        label="Posts that failed"
        reasons={failed.map(({ post, reason }) => [post.index, post.title, reason])}
        className="text-danger"
      />
      <Reasons
        label="Posts left out because of errors"
        reasons={[
          ...leftOut.map(
            ({ index, title, problems }): Reason => [index, title, problems.join(" ")],
          ),
          ...skipped.map((place): Reason => [place - 1, `Entry ${place}`, "This is not a post."]),
        ]}
        className="text-danger"
      />
      <Reasons
        label="Posts imported with a warning"
        reasons={warned.map(({ post, warnings }) => [post.index, post.title, warnings.join(". ")])}
      />
      {unsent.length > 0 && (
        <p className="text-small">
          {unsent.length} {unsent.length === 1 ? "post was" : "posts were"} not sent, because you
          stopped the import.
        </p>
      )}
      <div className="import-actions">
        {failed.length + leftOut.length + unsent.length > 0 && (
          <Button
            variant="secondary"
            icon={download}
            onClick={() => downloadText("posts-not-imported.json", remainingJson(outcome))}
          >
            {failed.length + leftOut.length > 0 ? "Download the failed ones" : "Download the rest"}
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  );
}

type Reason = [index: number, title: string, reason: string];

interface ReasonsProps {
  label: string;
  reasons: Reason[];
  className?: string;
}

function Reasons({ label, reasons, className }: ReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className="import-rows" aria-label={label} tabIndex={0}>
      <ul className="import-failures">
        {reasons.map(([index, title, reason]) => (
          <li key={index}>
            <strong className="wrap-anywhere">{plainTitle(title)}</strong>
            <span className={className}>{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

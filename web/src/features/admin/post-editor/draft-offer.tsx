import { plainTitle } from "../../../lib/plain-title";
import { Button } from "../../../ui/base/button";
import { Notice } from "../../../ui/forms/notice";
import { momentText } from "./local-date";
import type { LocalDraft } from "./local-draft";

interface DraftNoticeProps {
  draft: LocalDraft;
  /** Whether the post was saved by somebody since the draft was begun. */
  isOutdated: boolean;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers to restore what was unsaved when the page was left. */
export function DraftNotice(props: DraftNoticeProps) {
  const { draft } = props;
  const title = plainTitle(draft.form.title).trim() || "Untitled";
  const discard = () => {
    if (window.confirm(`Discard the unsaved draft of “${title}”? It cannot be restored.`))
      props.onDiscard();
  };
  return (
    <Notice kind="info" role="region" aria-label="Unsaved work">
      <div className="draft-offer">
        <p role="status">
          <strong>
            Unsaved draft of “{title}”, {momentText(draft.at)}.
          </strong>{" "}
          {props.isOutdated &&
            "The post has been saved since. When you save, you'll see both versions side by side first."}
        </p>
        <Button size="sm" onClick={props.onRestore}>
          Restore
        </Button>
        <Button size="sm" variant="secondary" onClick={discard}>
          Discard
        </Button>
      </div>
    </Notice>
  );
}

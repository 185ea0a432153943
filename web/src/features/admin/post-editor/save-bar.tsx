import { useEffect, useReducer } from "react";
import { Badge } from "../../../ui/base/badge";
import { Button, ButtonLink, IconButton } from "../../../ui/base/button";
import { smartphone } from "../../../ui/base/icons-admin.generated";
import { useContentStats } from "./content-stats";
import { type DraftStatus, DraftStatusLine } from "./draft-status";
import type { PostForm } from "./post-form";
import { stateOf, stateText } from "./post-state";
import { type FormSource, useFields } from "./use-draft-sync";
import type { PreviewPlace } from "./use-preview";

interface SaveBarProps {
  sync: FormSource;
  /** The post as it is stored; empty fields for a new one. */
  saved: PostForm;
  isDirty: boolean;
  draftStatus: DraftStatus;
  isBusy: boolean;
  onPreview: (place: PreviewPlace) => void;
  onSave: () => void;
  onPublish: (published: boolean) => void;
}

const BADGES = { draft: "draft", scheduled: "plain", live: "ok" } as const;

/** How often the clock is read, in milliseconds. */
const LOOK = 5_000;

/** A bar with the state of the post and the actions for it, always visible. */
export function SaveBar(props: SaveBarProps) {
  const { sync, saved, isDirty, draftStatus, isBusy } = props;
  const form = useFields(sync, "content", "published_local");
  const stats = useContentStats(form.content);
  const now = Date.now();
  const state = stateOf(saved, now);
  const [, look] = useReducer((count: number) => count + 1, 0);
  // A scheduled post becomes live at its publish date, even while nobody types.
  useEffect(() => {
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="save-bar">
      <div className="save-bar-state">
        <Badge variant={BADGES[state]}>{stateText(saved, now)}</Badge>
        <DraftStatusLine isDirty={isDirty} status={draftStatus} />
        <p className="mono num save-bar-stats">{stats}</p>
      </div>
      <div className="save-bar-preview">
        <Button variant="quiet" size="sm" onClick={() => props.onPreview("tab")}>
          Preview<span className="sr-only"> (opens in a new tab)</span>
        </Button>
        <IconButton
          icon={smartphone}
          label="Phone preview (opens in a new window)"
          title="Phone preview"
          onClick={() => props.onPreview("phone")}
        />
      </div>
      {state === "live" && (
        <ButtonLink
          href={`/blog/${saved.slug}`}
          variant="quiet"
          size="sm"
          target="_blank"
          rel="noopener"
        >
          View<span className="sr-only"> the post (opens in a new tab)</span>
        </ButtonLink>
      )}
      <Button
        size="sm"
        variant={saved.published ? "primary" : "secondary"}
        busy={isBusy}
        busyLabel="Save"
        aria-keyshortcuts="Control+S"
        title="Ctrl+S"
        onClick={props.onSave}
      >
        Save
      </Button>
      <PublishButton
        isPublished={saved.published}
        isAhead={stateOf({ ...form, published: true }, now) === "scheduled"}
        isBusy={isBusy}
        onPublish={props.onPublish}
      />
    </div>
  );
}

interface PublishButtonProps {
  isPublished: boolean;
  /** Whether the publish date is in the future. */
  isAhead: boolean;
  isBusy: boolean;
  onPublish: (published: boolean) => void;
}

const UNPUBLISH = "Unpublish this post? Visitors will no longer see it.";

function PublishButton(props: PublishButtonProps) {
  const { isPublished } = props;
  const label = isPublished ? "Unpublish" : props.isAhead ? "Schedule" : "Publish";
  return (
    <Button
      size="sm"
      variant={isPublished ? "secondary" : "primary"}
      busy={props.isBusy}
      busyLabel={label}
      onClick={() => {
        if (!isPublished || window.confirm(UNPUBLISH)) props.onPublish(!isPublished);
      }}
    >
      {label}
    </Button>
  );
}

import { useEffect, useMemo, useRef, useState } from "react";
import type { Revision } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { htmlTime } from "../../../lib/html-time";
import { useSite } from "../../../lib/site-context";
import { Button } from "../../../ui/base/button";
import { toast } from "../../../ui/overlay/toast-store";
import { appended } from "../lists/appended";
import { useMoreFocus } from "../lists/use-more-focus";
import { differences } from "./conflict";
import { changesText, type HistoryProps, loadedVersion } from "./history";
import { momentText } from "./local-date";
import { formOf, type PostForm, withLocalDate } from "./post-form";
import { type FormSource, useSettledForm } from "./use-draft-sync";
import { VersionPair } from "./version-pair";

interface HistoryPanelProps extends HistoryProps {
  /** Called when the newest versions could not be loaded. */
  onFail: () => void;
}

/**
 * How long the form must be unchanged until it is compared, in milliseconds: comparing a long text would delay the next
 * key.
 */
const DELAY = 500;
const NOT_SAVED = "It is not saved yet. The URL slug, publish date and state stay as they are.";

/** Lists the post's earlier versions, newest first. */
export function HistoryPanel({ postId, sync, saved, onRestore, onFail }: HistoryPanelProps) {
  const { public_url } = useSite();
  const [revisions, setRevisions] = useState<Revision[] | null>(null);
  const [shown, setShown] = useState({ page: 0, pages: 1 });
  const older = useMoreFocus<HTMLOListElement>(revisions?.length ?? 0);
  const [open, setOpen] = useState<{ id: string; form: PostForm } | null>(null);
  /** The id of the version requested last: the response for any other is ignored. */
  const asked = useRef<string | null>(null);

  const more = async (number: number) => {
    const answer = await callApi("GET", "/api/admin/posts/{id}/revisions", {
      path: { id: postId },
      query: { page: number },
    });
    if (!answer.ok) {
      if (number === 1) onFail();
      else
        toast("error", "Older versions could not be loaded", "Check the connection and try again.");
      return;
    }
    const found = answer.data.revisions;
    setRevisions((before) => (number > 1 ? appended(before ?? [], found) : found));
    setShown(answer.data);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save adds a version; another post gets another panel
  useEffect(() => {
    void more(1);
  }, [saved]);

  const close = () => {
    asked.current = null;
    setOpen(null);
  };
  const view = async (id: string) => {
    if (open?.id === id) return close();
    asked.current = id;
    const answer = await callApi("GET", "/api/admin/posts/{id}/revisions/{revision}", {
      path: { id: postId, revision: id },
    });
    if (asked.current !== id) return;
    if (!answer.ok) {
      toast("error", "This version could not be loaded", answer.error.message);
      return;
    }
    const { post } = answer.data;
    setOpen({ id, form: withLocalDate(formOf(post, public_url), post) });
  };
  const restore = (version: number, before: PostForm) => {
    onRestore(loadedVersion(before, sync.state().form));
    close();
    toast("success", `Version ${version} is in the editor`, NOT_SAVED);
    document.querySelector<HTMLElement>(".editor [name=title]")?.focus();
  };

  if (!revisions) return <p role="status">Loading the history...</p>;
  if (revisions.length === 0)
    return <p className="text-soft">No earlier versions yet. Each save keeps the previous one.</p>;
  return (
    <>
      <ol ref={older.list} className="history">
        {revisions.map((revision) => (
          <li key={revision.id}>
            <div className="history-head">
              <p>
                <strong>Version {revision.version}</strong>, until{" "}
                <time dateTime={htmlTime(revision.created_at)}>
                  {momentText(revision.created_at)}
                </time>
              </p>
              <p className="text-soft">{whatCame(revision)}</p>
              <Button
                size="sm"
                variant="secondary"
                aria-expanded={open?.id === revision.id}
                onClick={() => void view(revision.id)}
              >
                {open?.id === revision.id ? "Close" : "View"}
                <span className="sr-only"> version {revision.version}</span>
              </Button>
            </div>
            {open?.id === revision.id && (
              <Comparison
                version={revision.version}
                sync={sync}
                before={open.form}
                onRestore={() => restore(revision.version, open.form)}
              />
            )}
          </li>
        ))}
      </ol>
      {shown.page < shown.pages && (
        <div>
          <Button
            ref={older.button}
            size="sm"
            variant="secondary"
            onClick={() => {
              older.expect();
              void more(shown.page + 1);
            }}
          >
            Show older versions
          </Button>
        </div>
      )}
    </>
  );
}

interface ComparisonProps {
  version: number;
  sync: FormSource;
  before: PostForm;
  onRestore: () => void;
}

/** Compares the form with an earlier version. */
function Comparison({ version, sync, before, onRestore }: ComparisonProps) {
  const [now] = useSettledForm(sync, DELAY);
  const [isInline, setInline] = useState(false);
  const found = useMemo(() => differences(now, before), [now, before]);
  const name = `Version ${version}`;
  if (found.length === 0) return <p>This version is the same as what's in the editor.</p>;
  return (
    <section className="history-version" aria-label={name}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and needs a legend */}
      <div className="mode-switch" role="group" aria-label="Comparison">
        <button type="button" aria-pressed={!isInline} onClick={() => setInline(false)}>
          Side by side
        </button>
        <button type="button" aria-pressed={isInline} onClick={() => setInline(true)}>
          Inline
        </button>
      </div>
      {found.map((difference) => (
        <VersionPair
          key={difference.field}
          {...difference}
          mineName="In the editor"
          storedName={name}
          isInline={isInline}
        />
      ))}
      <div>
        <Button size="sm" onClick={onRestore}>
          Load into editor
        </Button>
      </div>
    </section>
  );
}

function whatCame({ editor, changes }: Revision): string {
  return `Then ${editor ?? "somebody"} changed ${changesText(changes)}.`;
}

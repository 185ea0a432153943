import { type FormEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { AdminRow, BulkActionName } from "../../../generated/api";
import { POST_INPUT_TAGS_MAX_LENGTH } from "../../../generated/limits";
import { useSite } from "../../../lib/site-context";
import { Button } from "../../../ui/base/button";

interface BulkBarProps {
  /** The selected posts. */
  rows: AdminRow[];
  isTrash: boolean;
  isBusy: boolean;
  onRun: (action: BulkActionName, tag?: string) => void;
  onClear: () => void;
}

/** The actions for the selected posts. The bar stays visible while the list scrolls. */
export function BulkBar({ rows, isTrash, isBusy, onRun, onClear }: BulkBarProps) {
  const [isTagging, setTagging] = useState(false);
  /** The action pressed last. */
  const [pressed, setPressed] = useState<BulkActionName | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const action = (name: BulkActionName, label: string) => (
    <Button
      variant="quiet"
      size="sm"
      busy={isBusy && pressed === name}
      disabled={isBusy && pressed !== name}
      onClick={() => {
        setPressed(name);
        onRun(name);
      }}
    >
      {label}
    </Button>
  );
  const closeTag = () => {
    flushSync(() => setTagging(false));
    opener.current?.focus();
  };
  return (
    <section className="bulk-bar" aria-label="Selected posts">
      <p className="num">{rows.length} selected</p>
      {isTagging ? (
        <TagForm isBusy={isBusy} onAdd={(tag) => onRun("tag", tag)} onCancel={closeTag} />
      ) : (
        <div className="bulk-actions">
          {isTrash ? (
            <>
              {action("restore", "Restore")}
              {action("delete", "Delete permanently")}
            </>
          ) : (
            <>
              {action("publish", "Publish")}
              {action("unpublish", "Unpublish")}
              <Button
                ref={opener}
                variant="quiet"
                size="sm"
                disabled={isBusy}
                onClick={() => setTagging(true)}
              >
                Add category
              </Button>
              {action("trash", "Delete")}
            </>
          )}
          <Button variant="quiet" size="sm" className="bulk-clear" onClick={onClear}>
            Clear<span className="sr-only"> selection</span>
          </Button>
        </div>
      )}
    </section>
  );
}

interface TagFormProps {
  isBusy: boolean;
  onAdd: (tag: string) => void;
  onCancel: () => void;
}

function TagForm({ isBusy, onAdd, onCancel }: TagFormProps) {
  const { categories } = useSite();
  const [tag, setTag] = useState("");
  const listId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (tag.trim() !== "") onAdd(tag.trim());
  };
  return (
    <form
      className="bulk-tag"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the field replaces the pressed button
        autoFocus
        className="input"
        aria-label="Category"
        placeholder="category"
        list={listId}
        required
        maxLength={POST_INPUT_TAGS_MAX_LENGTH}
        value={tag}
        onChange={(event) => setTag(event.target.value)}
      />
      <datalist id={listId}>
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button type="submit" variant="mark" size="sm" busy={isBusy}>
        Add
      </Button>
      <Button variant="quiet" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}

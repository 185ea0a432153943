import { useMemo, useRef, useState } from "react";
import { Button } from "../../../ui/base/button";
import { keepFocus } from "../shared/keep-focus";
import { type Difference, differences } from "./conflict";
import type { DraftSync } from "./draft-sync";
import { type Chosen, mergedForm, mergeVersions } from "./merge";
import { MergeChoice } from "./merge-choice";
import type { PostForm } from "./post-form";
import { useSettledForm } from "./use-draft-sync";
import { VersionPair } from "./version-pair";

interface ConflictViewProps {
  /** The source of the form's content. */
  mine: Pick<DraftSync, "state" | "subscribe" | "flush">;
  /** The post as somebody else has saved it. */
  stored: PostForm;
  /** The common ancestor of both versions; null if unknown. */
  base: PostForm | null;
  /** Takes one field over from the stored version. */
  onTake: (field: Difference["field"]) => void;
  onTakeAll: () => void;
  /** Saves the form over the stored version. */
  onKeepMine: () => void;
  /** Saves the merged version. */
  onMerge: (form: PostForm) => void;
}

/**
 * How long the form must be unchanged until it is compared, in milliseconds: comparing a long text takes longer than
 * the pause between two keys.
 */
const DELAY = 500;

/** Shows two versions of a post side by side, field by field. Nothing is overwritten without a decision. */
export function ConflictView(props: ConflictViewProps) {
  const { mine, stored, base } = props;
  const [chosen, setChosen] = useState<Chosen>({});
  const [form, settle] = useSettledForm(mine, DELAY);
  const found = useMemo(() => differences(form, stored), [form, stored]);
  const merge = useMemo(() => mergeVersions(base, form, stored), [base, form, stored]);
  const { choices, taken } = merge;
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  /** Takes a field over, which removes its difference, and moves the focus to the difference that follows. */
  const take = (field: Difference["field"], index: number) =>
    keepFocus(
      () => {
        props.onTake(field);
        settle();
      },
      () => section.current?.querySelectorAll<HTMLElement>("h3")[index] ?? heading.current,
    );
  const save = () => {
    // The form may have changed since the comparison, and the change may need another choice.
    mine.flush();
    const merged = mergedForm(mergeVersions(base, mine.state().form, stored), chosen);
    if (merged) props.onMerge(merged);
    else settle();
  };
  return (
    <section ref={section} className="editor-card conflict" aria-labelledby="conflict-heading">
      <h2 ref={heading} className="text-d4" id="conflict-heading">
        Two versions
      </h2>
      {found.length === 0 && <p>Both versions are now the same.</p>}
      {found.map(({ field, ...difference }, index) => (
        <VersionPair key={field} {...difference} mineName="Yours" storedName="Saved">
          <Button size="sm" variant="secondary" onClick={() => take(field, index)}>
            Use saved<span className="sr-only"> {difference.label}</span>
          </Button>
        </VersionPair>
      ))}
      {found.length > 0 && (
        <div className="merge">
          <h3>Merge both</h3>
          <p>
            {taken.length > 0 && `Taken from the saved version: ${taken.join(", ")}. `}
            {choices.length > 0
              ? "Both versions changed these. Choose one for each, then save."
              : "The changes don't overlap, so there is nothing to choose."}
          </p>
          {choices.map((choice) => (
            <MergeChoice
              key={choice.id}
              {...choice}
              chosen={chosen[choice.id]}
              onChoose={(side) => setChosen((before) => ({ ...before, [choice.id]: side }))}
            />
          ))}
          <div>
            <Button size="sm" disabled={mergedForm(merge, chosen) === null} onClick={save}>
              Merge and save
            </Button>
          </div>
        </div>
      )}
      <div className="conflict-choice">
        <Button size="sm" variant="secondary" onClick={props.onKeepMine}>
          Keep mine
        </Button>
        <Button size="sm" variant="secondary" onClick={props.onTakeAll}>
          Use the saved version
        </Button>
      </div>
    </section>
  );
}

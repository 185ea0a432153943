import { Button } from "../../../ui/base/button";
import { type Difference, differences } from "./conflict";
import type { PostForm } from "./post-form";
import { VersionPair } from "./version-pair";

interface ConflictViewProps {
  mine: PostForm;
  /** The post as somebody else has saved it. */
  stored: PostForm;
  /** Takes one field over from the stored version. */
  onTake: (field: Difference["field"]) => void;
  onTakeAll: () => void;
  /** Saves what is in the form over the stored version. */
  onKeepMine: () => void;
}

/** Two versions of a post side by side, field by field; nothing is overwritten without a decision. */
export function ConflictView({ mine, stored, onTake, onTakeAll, onKeepMine }: ConflictViewProps) {
  const found = differences(mine, stored);
  return (
    <section className="editor-card conflict" aria-labelledby="conflict-heading">
      <h2 className="text-d4" id="conflict-heading">
        Two versions
      </h2>
      {found.length === 0 && <p>Both versions say the same now.</p>}
      {found.map(({ field, ...difference }) => (
        <VersionPair key={field} {...difference} mineName="Yours" storedName="Stored">
          <Button size="sm" variant="secondary" onClick={() => onTake(field)}>
            Use stored<span className="sr-only"> {difference.label}</span>
          </Button>
        </VersionPair>
      ))}
      <div className="conflict-choice">
        <Button size="sm" onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button size="sm" variant="secondary" onClick={onTakeAll}>
          Use the saved version
        </Button>
      </div>
    </section>
  );
}

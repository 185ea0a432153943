import { Button } from "../../ui/button";
import { type Difference, differences, type Part } from "./conflict";
import type { PostForm } from "./post-form";

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
      {found.map(({ field, label, ...versions }) => (
        <div key={field} className="conflict-field">
          <h3>{label}</h3>
          <Version name="Yours" label={label} parts={versions.mine} />
          <Version name="Stored" label={label} parts={versions.stored} />
          <Button size="sm" variant="secondary" onClick={() => onTake(field)}>
            Use stored<span className="sr-only"> {label}</span>
          </Button>
        </div>
      ))}
      <div className="conflict-choice">
        <Button size="sm" onClick={onKeepMine}>
          Save mine over it
        </Button>
        <Button size="sm" variant="secondary" onClick={onTakeAll}>
          Take the stored version
        </Button>
      </div>
    </section>
  );
}

interface VersionProps {
  name: string;
  /** The field. */
  label: string;
  parts: readonly Part[];
}

function Version({ name, label, parts }: VersionProps) {
  return (
    <div className="conflict-version">
      <p className="mono">{name}</p>
      <section
        className="conflict-text"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
        tabIndex={0}
        aria-label={`${label}, ${name.toLowerCase()}`}
      >
        {parts.length === 0 && <p className="text-soft">Empty</p>}
        {parts.map(({ text, isOnlyHere }, index) => (
          <p key={index}>{isOnlyHere ? <mark>{text}</mark> : text}</p>
        ))}
      </section>
    </div>
  );
}

import type { ReactNode } from "react";
import type { Difference, Part } from "./conflict";

interface VersionPairProps extends Omit<Difference, "field"> {
  mineName: string;
  storedName: string;
  /** What may be done about it. */
  children?: ReactNode;
}

/** One field in two versions, side by side; what only one of them has is marked. */
export function VersionPair(props: VersionPairProps) {
  const { label, mine, stored, mineName, storedName, children } = props;
  return (
    <div className="conflict-field">
      <h3>{label}</h3>
      <Version name={mineName} label={label} parts={mine} />
      <Version name={storedName} label={label} parts={stored} />
      {children}
    </div>
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

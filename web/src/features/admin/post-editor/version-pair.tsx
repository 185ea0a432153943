import type { ReactNode } from "react";
import { type Difference, type Line, linesOf, type Side } from "./conflict";

interface VersionPairProps extends Omit<Difference, "field"> {
  mineName: string;
  storedName: string;
  /** Whether both versions are in one text instead of side by side. */
  isInline?: boolean;
  /** Controls for the field. */
  children?: ReactNode;
}

/** One field in two versions, with the differences marked. */
export function VersionPair(props: VersionPairProps) {
  const { label, lines, mineName, storedName, isInline, children } = props;
  return (
    <div className="conflict-field" data-inline={isInline ? "" : undefined}>
      <h3>{label}</h3>
      {isInline ? (
        <Version
          name={`${storedName}, then ${mineName.toLowerCase()}`}
          label={label}
          lines={lines}
        />
      ) : (
        <>
          <Version name={mineName} label={label} lines={linesOf(lines, "mine")} />
          <Version name={storedName} label={label} lines={linesOf(lines, "stored")} />
        </>
      )}
      {children}
    </div>
  );
}

interface VersionProps {
  name: string;
  /** The field. */
  label: string;
  lines: readonly Line[];
}

function Version({ name, label, lines }: VersionProps) {
  return (
    <div className="conflict-version">
      <p className="mono">{name}</p>
      <section
        className="conflict-text"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
        tabIndex={0}
        aria-label={`${label}, ${name.toLowerCase()}`}
      >
        <Lines lines={lines} />
      </section>
    </div>
  );
}

/** Lines with the differences marked: inserted by the form, or deleted from the other version. */
export function Lines({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return <span className="text-soft">Empty</span>;
  return lines.map((line, index) => (
    <span key={index} className="block">
      {line.map(({ text, side }, at) => (
        <Words key={at} text={at > 0 ? ` ${text}` : text} side={side} />
      ))}
    </span>
  ));
}

function Words({ text, side }: { text: string; side: Side }) {
  if (side === "both") return text;
  return side === "mine" ? <ins>{text}</ins> : <del>{text}</del>;
}

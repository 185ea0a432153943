import type { ReactNode } from "react";
import { cx } from "../../../lib/cx";
import { useFold } from "./folds";

interface FoldProps {
  /** The id of the part, under which the browser also remembers its state. */
  name: string;
  title: string;
  /** One line about the content, shown while the part is folded. */
  summary: string;
  /** A problem within the part; each new object opens it. */
  problem?: object | null;
  /** Whether the part is folded by default. */
  startsFolded?: boolean;
  className?: string;
  children: ReactNode;
}

/** A part of the editor that folds into one row. The browser remembers its state. */
export function Fold(props: FoldProps) {
  const { name, problem = null, startsFolded = false } = props;
  const [isOpen, setOpen] = useFold(name, problem, startsFolded);
  return (
    <details
      id={name}
      className={cx("editor-card fold", props.className)}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setOpen(open)}
    >
      <summary>
        <h2>{props.title}</h2>
        {!isOpen && <span className="fold-summary">{props.summary}</span>}
      </summary>
      <div className="fold-body">{props.children}</div>
    </details>
  );
}

import type { ReactNode } from "react";
import { cx } from "../../../lib/cx";
import { useFold } from "./folds";

interface FoldProps {
  /** The id of the part, and the name that it is remembered by. */
  name: string;
  title: string;
  /** What is in it, in one line: shown while it is folded. */
  summary: string;
  /** What is wrong in it; each new object opens it. */
  problem?: object | null;
  /** Folded until somebody opens it; parts are open otherwise. */
  startsFolded?: boolean;
  className?: string;
  children: ReactNode;
}

/** A part of the editor that folds into one row. The browser remembers it. */
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

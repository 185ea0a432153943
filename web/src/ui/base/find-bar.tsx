import type { ReactNode } from "react";
import { cx } from "../../lib/cx";
import { IconButton } from "./button";
import { Icon, type IconData } from "./icon";
import { chevronDown, chevronUp } from "./icons.generated";

/** A step of a bar: a button, a link, or, with neither, disabled at the end. */
interface Step {
  /** Its name: "Previous card". */
  label: string;
  href?: string;
  onClick?: () => void;
  /** Whether the button is at the end: it keeps its place and its focus, but does nothing. */
  isEnd?: boolean;
}

interface FindBarProps {
  /** What is stepped through, in the monospace font. */
  query: string;
  /** "4/12", and for screen readers what that is. Announced when it changes. */
  count?: ReactNode;
  /** Whether the counter changes by itself, so that it is not announced. */
  quiet?: boolean;
  previous?: Step;
  next?: Step;
  /** Rendered between the counter and the buttons. */
  children?: ReactNode;
  className?: string;
}

/** The bar of a page search: query, "n of m", previous, next. */
export function FindBar({
  query,
  count,
  quiet = false,
  previous,
  next,
  children,
  className,
}: FindBarProps) {
  const still = !previous && !next;
  return (
    <div className={cx("find", still && "find-still", className)}>
      <span className="find-query">
        {query}
        <span className="caret" aria-hidden="true" />
      </span>
      {count && (
        <span
          className="find-count num"
          aria-live={still || quiet ? undefined : "polite"}
          aria-atomic="true"
        >
          {count}
        </span>
      )}
      {children}
      {!still && <span className="find-rule" aria-hidden="true" />}
      {previous && <StepControl step={previous} icon={chevronUp} rel="prev" />}
      {next && <StepControl step={next} icon={chevronDown} rel="next" />}
    </div>
  );
}

/** A step as an icon. */
export function StepControl({ step, icon, rel }: { step: Step; icon: IconData; rel?: string }) {
  if (step.href !== undefined) {
    return (
      <a className="icon-btn" href={step.href} rel={rel} aria-label={step.label}>
        <Icon of={icon} />
      </a>
    );
  }
  if (step.onClick) {
    return (
      <IconButton
        icon={icon}
        label={step.label}
        aria-disabled={step.isEnd || undefined}
        onClick={step.isEnd ? undefined : step.onClick}
      />
    );
  }
  return (
    <span className="icon-btn" aria-disabled="true" aria-hidden="true">
      <Icon of={icon} />
    </span>
  );
}

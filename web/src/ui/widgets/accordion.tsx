import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { cx } from "../../lib/cx";
import { Icon } from "../base/icon";
import { minus, plus } from "../base/icons.generated";
import { keepPlace } from "./keep-place";

interface Item {
  question: string;
  answer: ReactNode;
}

interface AccordionProps {
  items: Item[];
  className?: string;
}

/**
 * Questions of which one is open at a time. Without JavaScript all are open. A page search opens the ones with matches.
 */
export function Accordion({ items, className }: AccordionProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <div className={cx("accordion", className)}>
      {items.map((item) => (
        <Question
          key={item.question}
          item={item}
          isOpen={open === item.question}
          onToggle={(isOpen) => setOpen(isOpen ? item.question : null)}
        />
      ))}
    </div>
  );
}

interface QuestionProps {
  item: Item;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

function Question({ item, isOpen, onToggle }: QuestionProps) {
  const id = useId();
  const body = useRef<HTMLDivElement>(null);

  // React supports only a boolean `hidden`; "until-found" lets a page search find the content.
  useLayoutEffect(() => {
    if (!isOpen) body.current?.setAttribute("hidden", "until-found");
  }, [isOpen]);
  useLayoutEffect(() => {
    const element = body.current;
    const onMatch = () => onToggle(true);
    element?.addEventListener("beforematch", onMatch);
    return () => element?.removeEventListener("beforematch", onMatch);
  });

  return (
    <div className="accordion-item">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={({ currentTarget }) => keepPlace(currentTarget, () => onToggle(!isOpen))}
        >
          <span className="accordion-title">{item.question}</span>
          <Icon of={plus} size={24} className="accordion-closed" />
          <Icon of={minus} size={24} className="accordion-open" />
        </button>
      </h3>
      <div ref={body} id={id} className="accordion-body" hidden={!isOpen}>
        {item.answer}
      </div>
    </div>
  );
}

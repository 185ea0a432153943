import { type ReactNode, useId } from "react";
import { cx } from "../lib/cx";
import { Icon } from "./icon";
import { minus, plus } from "./icons.generated";

interface AccordionProps {
  items: { question: string; answer: ReactNode }[];
  /** Level of the questions' headings. Default 3. */
  level?: 2 | 3;
  className?: string;
}

/** Questions that open one at a time. Works without scripts, and a page search opens what it finds. */
export function Accordion({ items, level = 3, className }: AccordionProps) {
  const name = useId();
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className={cx("accordion", className)}>
      {items.map((item) => (
        <details key={item.question} name={name}>
          <summary>
            <Heading>
              <span className="accordion-title">{item.question}</span>
            </Heading>
            <Icon of={plus} size={24} className="accordion-closed" />
            <Icon of={minus} size={24} className="accordion-open" />
          </summary>
          <div className="accordion-body">{item.answer}</div>
        </details>
      ))}
    </div>
  );
}

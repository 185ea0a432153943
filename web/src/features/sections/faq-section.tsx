import type { Faq } from "../../content/faq";
import { useSite } from "../../lib/site-context";
import { Accordion } from "../../ui/accordion";
import { TextLink } from "../../ui/button";
import { Found } from "../../ui/found";
import { mail } from "../../ui/icons.generated";

interface FaqSectionProps {
  id?: string;
  items: readonly Faq[];
}

/** Questions and answers, with a way to ask another one. */
export function FaqSection({ id, items }: FaqSectionProps) {
  const site = useSite();
  return (
    <section id={id} className="section bg-sunk">
      <div className="wrap grid-12 gap-y-10">
        <div className="col-span-full grid content-start justify-items-start gap-5 lg:col-span-4">
          <h2 className="text-d2">
            Asked and <Found>answered</Found>
          </h2>
          <p className="lead">The questions we hear most. Something else? Write to us.</p>
          <TextLink href={`mailto:${site.contact_email}`} trailing={mail}>
            {site.contact_email}
          </TextLink>
        </div>
        <Accordion
          className="col-span-full lg:col-start-6 lg:col-end-13"
          items={items.map(({ question, answer }) => ({ question, answer: <p>{answer}</p> }))}
        />
      </div>
    </section>
  );
}

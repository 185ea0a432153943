import { SEO_FAQ, SERVICES_FAQ } from "../../../content/faq";
import { Found } from "../../../ui/base/found";
import { Accordion } from "../../../ui/widgets/accordion";
import { QuestionForm } from "./question-form";

const FAQS = { services: SERVICES_FAQ, seo: SEO_FAQ };

interface FaqSectionProps {
  id: string;
  /** The page whose questions are shown. */
  of: keyof typeof FAQS;
}

/** Questions and answers, with a form for further questions. */
export function FaqSection({ id, of }: FaqSectionProps) {
  return (
    <section id={id} className="section bg-sunk" data-tool>
      <div className="wrap grid-12 gap-y-10">
        <div className="col-span-full grid content-start justify-items-start gap-5 lg:col-span-4">
          <h2 className="text-d2">
            Asked and <Found>answered</Found>
          </h2>
          <p className="lead">The questions we hear most. Can't see yours?</p>
          <QuestionForm />
        </div>
        <Accordion
          className="col-span-full lg:col-start-6 lg:col-end-13"
          items={FAQS[of].map(({ question, answer }) => ({ question, answer: <p>{answer}</p> }))}
        />
      </div>
    </section>
  );
}

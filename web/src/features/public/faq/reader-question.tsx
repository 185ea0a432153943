import { Found } from "../../../ui/base/found";
import { QuestionForm } from "./question-form";

/** Invites readers to ask what no article answers. */
export function ReaderQuestion() {
  return (
    <section id="question" className="section bg-sunk" data-tool>
      <div className="wrap grid-12 gap-y-6">
        <div className="col-span-full grid content-start gap-3 lg:col-span-6">
          <h2 className="text-d2">
            Not in the <Found>index</Found> yet?
          </h2>
          <p className="lead">Ask us what you could not find. We answer by email.</p>
        </div>
        <div className="col-span-full grid content-start justify-items-start gap-5 lg:col-start-8 lg:col-end-13">
          <QuestionForm />
        </div>
      </div>
    </section>
  );
}

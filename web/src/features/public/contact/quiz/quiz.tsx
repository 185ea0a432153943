import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { LEAD, OUTCOMES, QUESTIONS, QUIZ_INTRO, type StepId } from "../../../../content/quiz";
import { mayTakeFocus } from "../../../../lib/focus";
import { isPlainClick } from "../../../../lib/navigator-events";
import { Button } from "../../../../ui/base/button";
import { arrowLeft } from "../../../../ui/base/icons.generated";
import { Marked } from "../../../../ui/base/marked";
import { OptionGroup } from "../../../../ui/widgets/option";
import { Progress } from "../../../../ui/widgets/progress";
import { LeadForm } from "./lead-form";
import { QuizPath } from "./quiz-path";
import {
  again,
  answerOf,
  answersOf,
  askExpert,
  canGoBack,
  choose,
  goBack,
  labelOf,
  outcomeOf,
  pathOf,
  proceed,
  progressOf,
  type QuizState,
  questionOf,
  START,
  submitted,
} from "./quiz-state";

const nameOf = (step: StepId): string =>
  step in OUTCOMES
    ? OUTCOMES[step as keyof typeof OUTCOMES].name
    : QUESTIONS[step as keyof typeof QUESTIONS].name;

/** The quiz as the visitor left it, until it is sent or the tab is closed or reloaded. */
let lastQuiz = START;

/** Two questions, a recommendation, and a form to get it. */
export function Quiz() {
  const [state, setState] = useState(lastQuiz);
  useEffect(() => {
    lastQuiz = state.isSubmitted ? START : state;
  }, [state]);
  const [isSending, setSending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const path = pathOf(state);
  const progress = progressOf(state);

  // The heading of a new step takes the focus, as the pressed button has been removed.
  const step = `${state.currentStep} ${state.isComplete} ${state.isSubmitted}`;
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (mayTakeFocus(heading.current?.closest("section"))) heading.current?.focus();
  }, [step]);

  return (
    <section
      id="growth-quiz"
      className="section"
      data-ground="green"
      data-tool
      aria-labelledby="quiz-title"
    >
      <div className="wrap grid-12 gap-y-10">
        <div className="col-span-full lg:col-span-5">
          <h2 id="quiz-title" className="text-d2">
            <Marked title={QUIZ_INTRO.title} />
          </h2>
          <p className="lead mt-5 mb-10 max-lg:mb-0">{QUIZ_INTRO.lead}</p>
          <QuizPath path={path} />
        </div>
        <div
          className="index-card col-span-full content-start lg:col-start-7 lg:col-end-13"
          data-ground="paper"
        >
          <div className="index-card-head border-b-0">
            <span>{labelOf(state)}</span>
            <span className="num">{progress}%</span>
          </div>
          <Progress value={progress} label="Quiz progress" className="rounded-none shadow-none" />
          <div className="grid gap-4.5 px-8 pt-6.5 pb-8 max-md:px-4.5 max-md:pt-5 max-md:pb-5.5">
            <p className="mono">quiz › {path.map(nameOf).join(" › ")}</p>
            <Step state={state} setState={setState} onSending={setSending} heading={heading} />
            {canGoBack(state) && (
              <Button
                variant="quiet"
                size="sm"
                icon={arrowLeft}
                className="-ml-3 justify-self-start"
                // The form must stay until the response is there.
                disabled={isSending}
                onClick={() => setState(goBack)}
              >
                Back
              </Button>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}

interface StepProps {
  state: QuizState;
  setState: (change: (state: QuizState) => QuizState) => void;
  /** Called with true when sending begins, and with false when it ends. */
  onSending: (isSending: boolean) => void;
  heading: RefObject<HTMLHeadingElement | null>;
}

function Step({ state, setState, onSending, heading }: StepProps) {
  const question = questionOf(state);
  const outcome = outcomeOf(state);
  const answer = answerOf(state);
  if (outcome && state.isComplete) {
    return (
      <LeadForm
        reportType={outcome.reportType}
        answers={answersOf(state)}
        headingRef={heading}
        onSending={onSending}
        onSent={() => setState(submitted)}
        onAgain={() => setState(again)}
      />
    );
  }
  if (outcome) {
    const words = outcome.reportType === "discovery-call" ? LEAD.call : LEAD.report;
    return (
      <>
        <h3 ref={heading} tabIndex={-1} className="text-d3">
          Your Outcome
        </h3>
        <p className="text-soft">Based on your answers, we recommend:</p>
        <h4 className="text-d4">
          <Marked title={outcome.title} sweep="none" />
        </h4>
        <p>{outcome.description}</p>
        <Button keycap block="phone" className="justify-self-end" onClick={() => setState(proceed)}>
          {words.toOutcome}
        </Button>
      </>
    );
  }
  if (!question) return null;
  const isFirst = state.currentStep === "step-1";
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setState(proceed);
  };
  return (
    // Until React is here, Enter would otherwise load the page anew: outside a dialog, this method does nothing.
    <form method="dialog" onSubmit={onSubmit} autoComplete="off" className="grid gap-4.5">
      <OptionGroup
        key={state.currentStep}
        legend={
          <h3 ref={heading} tabIndex={-1} className="text-d3">
            {question.question}
          </h3>
        }
        name={state.currentStep}
        options={question.options}
        value={answer}
        onChange={(value) => setState((before) => choose(before, value))}
      />
      {isFirst && (
        <a
          href={QUIZ_INTRO.expertHref}
          className="link justify-self-start"
          onClick={(event) => {
            if (!isPlainClick(event.nativeEvent)) return;
            event.preventDefault();
            setState(askExpert);
          }}
        >
          {QUIZ_INTRO.expert}
        </a>
      )}
      {answer !== null && (
        <Button type="submit" keycap block="phone" className="justify-self-end">
          Continue
        </Button>
      )}
      {isFirst && <p className="hidden text-soft noscript:block">{QUIZ_INTRO.withoutScripts}</p>}
    </form>
  );
}

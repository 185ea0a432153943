import {
  type FormEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useReducer,
  useRef,
} from "react";
import { SERVICE_SELECTOR } from "../../../../content/service-selector";
import { isPlainClick } from "../../../../lib/navigator-events";
import { Button, ButtonLink, IconButton, TextLink } from "../../../../ui/base/button";
import { Found } from "../../../../ui/base/found";
import { Icon } from "../../../../ui/base/icon";
import { arrowLeft, arrowRight, check, x } from "../../../../ui/base/icons.generated";
import { Marked } from "../../../../ui/base/marked";
import { IndexCard } from "../../../../ui/data/index-card";
import { OptionGroup } from "../../../../ui/widgets/option";
import { Progress } from "../../../../ui/widgets/progress";
import { carryMessage } from "../../tools/carried-message";
import {
  answerLabels,
  answerOf,
  enquiryText,
  isLastQuestion,
  progressOf,
  questionOf,
  recommendationFor,
  type SelectorAction,
  type SelectorState,
  START,
  selectorReducer,
  stepLabel,
} from "./selector";

/** The answers of the last visit to the page, until the tab is closed or reloaded. */
let lastState = START;

/** Three questions that lead to a service. Without JavaScript, the first question and a link that skips them. */
export function ServiceSelector() {
  const [state, act] = useReducer(selectorReducer, lastState);
  const dispatch = (action: SelectorAction) => {
    // A message from earlier answers does not apply to the current ones.
    carryMessage("selector", null);
    act(action);
  };
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(state.step);

  useEffect(() => {
    lastState = state;
  }, [state]);
  // Moves the focus to the next step, for keyboards and screen readers.
  useEffect(() => {
    if (shown.current === state.step) return;
    shown.current = state.step;
    heading.current?.focus();
  }, [state.step]);

  const progress = progressOf(state);
  const isResult = questionOf(state) === null;
  return (
    <section id="service-selector" className="section" data-ground="green">
      <div className="wrap grid-12 items-start">
        <div className="col-span-full lg:col-span-6">
          <h2 className="text-d2">
            <Marked title={SERVICE_SELECTOR.title} />
          </h2>
          <p className="lead mt-6 max-w-108">{SERVICE_SELECTOR.lead}</p>
          <TextLink href="/contact" trailing={arrowRight} className="mt-4">
            {SERVICE_SELECTOR.shortcut}
          </TextLink>
        </div>
        <IndexCard
          className="col-span-full mt-8 md:mt-10 lg:col-[7/13] lg:mt-0"
          header={<span aria-live="polite">{stepLabel(state)}</span>}
          aside={
            <>
              {`${progress}%`}
              {isResult && (
                <IconButton
                  icon={x}
                  label="Close"
                  className="-my-3 -mr-3 ml-2 align-middle"
                  onClick={() => dispatch({ type: "start-over" })}
                />
              )}
            </>
          }
        >
          <Progress value={progress} label="Progress" className="-mt-0.5 rounded-none" />
          {isResult ? (
            <Result state={state} dispatch={dispatch} heading={heading} />
          ) : (
            <Question state={state} dispatch={dispatch} heading={heading} />
          )}
        </IndexCard>
      </div>
    </section>
  );
}

interface StepProps {
  state: SelectorState;
  dispatch: (action: SelectorAction) => void;
  heading: RefObject<HTMLHeadingElement | null>;
}

function Question({ state, dispatch, heading }: StepProps) {
  const question = questionOf(state);
  if (!question) return null;
  const answer = answerOf(state);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    dispatch({ type: "next" });
  };
  return (
    <form onSubmit={onSubmit} autoComplete="off" className="px-4.5 pt-6 pb-5 md:p-8">
      <OptionGroup
        // A new group for each question, so that no radio button is reused.
        key={question.id}
        legend={
          <h3 ref={heading} tabIndex={-1} className="text-d3">
            {question.title}
          </h3>
        }
        name={question.id}
        options={question.options}
        value={answer}
        onChange={(value) => dispatch({ type: "choose", value })}
        className="gap-2.5 max-md:[&_.option-note]:hidden"
      />
      <div className="mt-5 flex justify-between gap-3 max-md:*:px-3 max-md:*:last:flex-1 max-md:[&_.keycap]:hidden md:mt-7 noscript:hidden">
        <Button
          variant="secondary"
          icon={arrowLeft}
          disabled={state.step === 0}
          onClick={() => dispatch({ type: "back" })}
        >
          Back
        </Button>
        <Button type="submit" keycap disabled={answer === null}>
          {isLastQuestion(state) ? "Get Recommendation" : "Next"}
        </Button>
      </div>
      <p className="hidden mt-5 text-soft noscript:block">{SERVICE_SELECTOR.withoutScripts}</p>
    </form>
  );
}

function Result({ state, dispatch, heading }: StepProps) {
  const { service, description, features } = recommendationFor(state);
  return (
    <div className="px-4.5 pt-6 pb-5 md:p-8">
      <p className="mono">{answerLabels(state).join(" / ")}</p>
      <h3 ref={heading} tabIndex={-1} className="mt-3 text-d2">
        <Found sweep="load">{service}</Found>
      </h3>
      <p className="mt-5 max-w-136 text-soft">{description}</p>
      <ul className="mt-6 grid gap-3">
        {features.map((feature) => (
          <li key={feature} className="flex gap-3 font-medium">
            <Icon of={check} className="mt-1 text-green" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-3 max-md:*:w-full">
        <ButtonLink
          href="/contact"
          keycap
          onClick={({ nativeEvent }: MouseEvent) => {
            // Session storage is not shared with new tabs.
            if (isPlainClick(nativeEvent)) carryMessage("selector", enquiryText(state));
          }}
        >
          Get Your Custom Plan
        </ButtonLink>
        <Button variant="secondary" onClick={() => dispatch({ type: "start-over" })}>
          Start Over
        </Button>
      </div>
    </div>
  );
}

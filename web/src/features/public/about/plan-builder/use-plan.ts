import { useEffect, useReducer, useRef } from "react";
import type { Confidence, GoalId } from "../../../../content/plan-builder";
import { carryMessage } from "../../tools/carried-message";
import {
  currentModule,
  FINISH_MS,
  isComplete,
  NO_PLAN,
  type PlanState,
  planAfter,
  RATED_MS,
} from "./plan";

/** The plan of the last visit to the page, until the tab is closed or reloaded. */
let lastPlan = NO_PLAN;

interface PlanControls {
  state: PlanState;
  choose: (goal: GoalId) => void;
  rate: (confidence: Confidence) => void;
  /** Completes the current module without waiting. */
  proceed: () => void;
  back: () => void;
}

/** Returns a plan and its actions, some of which take effect after a delay. */
export function usePlan(): PlanControls {
  const [state, dispatch] = useReducer(planAfter, lastPlan);
  const rated = useRef(0);
  const isDone = isComplete(state);
  const module = currentModule(state)?.id;
  const stopWaiting = () => window.clearTimeout(rated.current);

  useEffect(() => {
    lastPlan = state;
  }, [state]);
  useEffect(() => () => window.clearTimeout(rated.current), []);
  useEffect(() => {
    if (!isDone) return;
    const timer = window.setTimeout(() => dispatch({ type: "finish" }), FINISH_MS);
    return () => window.clearTimeout(timer);
  }, [isDone]);

  const complete = () => {
    stopWaiting();
    if (module) dispatch({ type: "complete", module });
  };
  return {
    state,
    choose: (goal) => {
      stopWaiting();
      // A message from an earlier plan does not apply to the new one.
      carryMessage("plan", null);
      dispatch({ type: "choose", goal });
    },
    rate: (confidence) => {
      stopWaiting();
      dispatch({ type: "rate", confidence });
      rated.current = window.setTimeout(complete, RATED_MS);
    },
    proceed: complete,
    back: () => {
      stopWaiting();
      dispatch({ type: "back" });
    },
  };
}

import { type ReactNode, useRef, useState } from "react";
import type { AnalysisInput } from "../../../generated/api";
import { importChunk } from "../../../ui/base/use-chunk";
import { badChecks, redirectAt } from "./save-checks";

const loadWarnings = () => import("./save-warnings");
type Warnings = Awaited<ReturnType<typeof loadWarnings>>;

/** Called with whether to continue. */
type Answer = (isWanted: boolean) => void;

/** Asks before a save with consequences that the person may not expect. */
export function useSaveQuestions() {
  const [isChecking, setChecking] = useState(false);
  const [question, setQuestion] = useState<ReactNode>(null);
  const isAsked = useRef(false);

  /**
   * Resolves to whether to continue. `check` resolves to a function that renders the question; null if there is nothing
   * to ask.
   */
  const ask = async (
    check: () => Promise<((warnings: Warnings, answer: Answer) => ReactNode) | null>,
  ): Promise<boolean> => {
    if (isAsked.current) return false;
    isAsked.current = true;
    setChecking(true);
    const draw = await check();
    // If the dialog cannot be loaded, the save continues without a question.
    const warnings = draw && (await importChunk(loadWarnings, null));
    setChecking(false);
    const isWanted =
      !warnings ||
      (await new Promise<boolean>((answer) => {
        setQuestion(draw(warnings, answer));
      }));
    setQuestion(null);
    isAsked.current = false;
    return isWanted;
  };

  /** Asks before publishing or scheduling a post that breaks search rules. */
  const mayPublish = (input: AnalysisInput, isAhead: boolean) =>
    ask(async () => {
      const checks = await badChecks(input);
      if (checks.length === 0) return null;
      return ({ PublishWarning }, answer) => (
        <PublishWarning checks={checks} isAhead={isAhead} answer={answer} />
      );
    });

  /**
   * Asks before a post takes an address that is redirected.
   * @param saved the post's current slug; null for a new one
   */
  const mayTakeAddress = async (slug: string, saved: string | null) =>
    slug === saved ||
    ask(async () => {
      const target = await redirectAt(slug);
      if (target === null || target === `/blog/${saved}`) return null;
      return ({ AddressWarning }, answer) => (
        <AddressWarning slug={slug} target={target} answer={answer} />
      );
    });

  return { mayPublish, mayTakeAddress, isChecking, isAsked, question };
}

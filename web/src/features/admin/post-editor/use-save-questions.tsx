import { type ReactNode, useRef, useState } from "react";
import type { AnalysisInput } from "../../../generated/api";
import { importChunk } from "../../../ui/base/use-chunk";
import { badChecks, redirectAt } from "./save-checks";

const loadWarnings = () => import("./save-warnings");
type Warnings = Awaited<ReturnType<typeof loadWarnings>>;

/** Called with whether to go on. */
type Answer = (isWanted: boolean) => void;

/** Asks before a save that does more than the editor may want. */
export function useSaveQuestions() {
  const [isChecking, setChecking] = useState(false);
  const [question, setQuestion] = useState<ReactNode>(null);
  const isAsked = useRef(false);

  /** Resolves to whether to go on. `check` resolves to what draws the question; null when there is nothing to ask. */
  const ask = async (
    check: () => Promise<((warnings: Warnings, answer: Answer) => ReactNode) | null>,
  ): Promise<boolean> => {
    if (isAsked.current) return false;
    isAsked.current = true;
    setChecking(true);
    const draw = await check();
    // Without the dialog nothing can be asked.
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

  /** Asks before a post is published, or scheduled to be, that breaks rules of search. */
  const mayPublish = (input: AnalysisInput, isAhead: boolean) =>
    ask(async () => {
      const checks = await badChecks(input);
      if (checks.length === 0) return null;
      return ({ PublishWarning }, answer) => (
        <PublishWarning checks={checks} isAhead={isAhead} answer={answer} />
      );
    });

  /**
   * Asks before a post takes an address that leads elsewhere.
   * @param saved the slug that the post has; null for a new one
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

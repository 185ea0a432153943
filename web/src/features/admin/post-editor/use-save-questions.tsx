import { useRef, useState } from "react";
import type { AnalysisCheck, AnalysisInput } from "../../../generated/api";
import { importChunk } from "../../../ui/base/use-chunk";
import { badChecks } from "./publish-check";

const loadWarning = () => import("./publish-warning");

/** What the editor is asked before a post with bad checks is published. */
interface Question {
  checks: readonly AnalysisCheck[];
  Warning: Awaited<ReturnType<typeof loadWarning>>["PublishWarning"];
  answer: (isPublished: boolean) => void;
}

/** Asks before a post is published that breaks rules of search. */
export function usePublishCheck() {
  const [isChecking, setChecking] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const isAsked = useRef(false);

  /** Resolves to whether to go on. */
  const mayPublish = async (input: AnalysisInput): Promise<boolean> => {
    if (isAsked.current) return false;
    isAsked.current = true;
    setChecking(true);
    const checks = await badChecks(input);
    // Without the dialog nothing can be asked.
    const chunk = checks.length > 0 ? await importChunk(loadWarning, null) : null;
    setChecking(false);
    const isWanted =
      !chunk ||
      (await new Promise<boolean>((answer) => {
        setQuestion({ checks, answer, Warning: chunk.PublishWarning });
      }));
    setQuestion(null);
    isAsked.current = false;
    return isWanted;
  };
  return { mayPublish, isChecking, isAsked, question };
}

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { importChunk } from "../../../../ui/base/use-chunk";
import { toast } from "../../../../ui/overlay/toast-store";
import { useLeaveGuard } from "../../shared/use-leave-guard";
import { checkImport } from "./check";
import { type ImportFile, ImportFileError, type ImportPost, readImport } from "./import-file";
import { closesByItself, type ImportOutcome, outcomeText, submitPosts } from "./submit";

/** State of an import. */
export type ImportStep =
  | { name: "select"; file: File | null; isReading: boolean }
  | { name: "ready"; file: ImportFile }
  | { name: "submitting"; posts: ImportPost[]; done: number; isStopping: boolean }
  | { name: "done"; outcome: ImportOutcome };

/** How long a complete success is shown before the dialog closes, in milliseconds. */
const CLOSE_AFTER = 2000;
const QUESTION = "Posts are still being submitted. Leave this page and stop?";
const NO_REPAIR = "The tool to repair this file could not be loaded. Please try again.";
const FRESH = { name: "select", file: null, isReading: false } as const;

async function repair(text: string): Promise<string> {
  const chunk = await importChunk(() => import("./repair-json"), null);
  if (!chunk) throw new ImportFileError(NO_REPAIR);
  return chunk.repairJson(text);
}

/** The steps of an import, and the transitions between them. */
export function useImport(onClose: (made: number) => void) {
  const [step, setStep] = useState<ImportStep>(FRESH);
  const running = useRef<AbortController>(undefined);
  useLeaveGuard(step.name === "submitting", QUESTION);
  /** Whether the dialog was closed. */
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      running.current?.abort();
    };
  }, []);

  const outcome = step.name === "done" ? step.outcome : null;
  const close = () => {
    if (step.name === "submitting") toast("error", "Please wait", "Posts are being submitted.");
    else onClose(outcome?.ok ?? 0);
  };

  const closesItself = outcome !== null && closesByItself(outcome);
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!closesItself) return;
    const timer = setTimeout(() => closeNow(), CLOSE_AFTER);
    return () => clearTimeout(timer);
  }, [closesItself]);

  const select = (file: File) => {
    setStep({ ...FRESH, file });
    toast("success", "File selected", file.name);
  };
  const reject = (reason: string) => toast("error", "Invalid file", reason);
  const upload = async () => {
    if (step.name !== "select") return;
    if (!step.file) {
      toast("error", "No file selected", "Please upload a JSON file");
      return;
    }
    setStep({ ...step, isReading: true });
    try {
      const file = await checkImport(await readImport(await step.file.text(), repair));
      if (isGone.current) return;
      setStep({ name: "ready", file });
      toast(
        "success",
        "Upload successful",
        `Processed ${file.posts.length} post(s). Ready for submission.`,
      );
    } catch (error) {
      if (isGone.current) return;
      setStep({ ...step, isReading: false });
      const reason =
        error instanceof ImportFileError ? error.message : "Failed to process JSON file";
      toast("error", "Upload failed", reason);
    }
  };
  const submit = async (file: ImportFile, posts: ImportPost[]) => {
    if (posts.length === 0) {
      toast("error", "No posts to submit", "Tick at least one post.");
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    const progress = (done: number) =>
      setStep({ name: "submitting", posts, done, isStopping: controller.signal.aborted });
    progress(0);
    const result = await submitPosts(file, posts, controller.signal, progress);
    setStep({ name: "done", outcome: result });
    toast(result.ok === result.total ? "success" : "error", ...outcomeText(result));
  };
  const stop = () => {
    running.current?.abort();
    if (step.name === "submitting") setStep({ ...step, isStopping: true });
  };
  const startOver = () => setStep(FRESH);

  return { step, close, select, reject, upload, submit, stop, startOver };
}

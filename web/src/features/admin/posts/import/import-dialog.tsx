import { useEffect, useId, useRef } from "react";
import { plainTitle } from "../../../../lib/plain-title";
import { Button } from "../../../../ui/base/button";
import { Found } from "../../../../ui/base/found";
import { Dialog } from "../../../../ui/overlay/dialog";
import { Progress } from "../../../../ui/widgets/progress";
import { DropZone } from "./drop-zone";
import { ImportPreview } from "./import-preview";
import { ImportResult } from "./import-result";
import { submittedText } from "./submit";
import { type ImportStep, useImport } from "./use-import";
import "../../../../styles/post-import.css";

const TRAIL: Record<ImportStep["name"], string> = {
  select: "select",
  ready: "check",
  submitting: "submit",
  done: "result",
};

/**
 * Imports posts from a JSON file: select, check, submit, result. Render it only while it is open, so that it starts
 * afresh each time.
 * @param onClose called with the number of posts that were created
 */
export function ImportDialog({ onClose }: { onClose: (made: number) => void }) {
  const { step, close, select, reject, upload, submit, stop, startOver } = useImport(onClose);
  const titleId = useId();
  const body = useRef<HTMLDivElement>(null);
  const shown = useRef(step.name);

  // The button that led to this step has been removed.
  useEffect(() => {
    if (shown.current === step.name) return;
    shown.current = step.name;
    body.current?.focus({ preventScroll: true });
  }, [step.name]);

  return (
    <Dialog
      open
      onClose={close}
      size="wide"
      title={`import › ${TRAIL[step.name]}`}
      labelledBy={titleId}
    >
      <div className="import-body" ref={body} tabIndex={-1}>
        <h2 id={titleId} className="text-d3">
          Import <Found sweep="none">JSON</Found>
        </h2>
        {step.name === "select" && (
          <>
            <DropZone
              file={step.file}
              isReading={step.isReading}
              onSelect={select}
              onReject={reject}
            />
            <div className="import-actions">
              <Button busy={step.isReading} busyLabel="Reading..." onClick={upload}>
                Upload Posts
              </Button>
            </div>
          </>
        )}
        {step.name === "ready" && (
          <ImportPreview
            file={step.file}
            onSubmit={(posts) => submit(step.file, posts)}
            onStartOver={startOver}
          />
        )}
        {step.name === "submitting" && <Submitting step={step} onStop={stop} />}
        {step.name === "done" && <ImportResult outcome={step.outcome} onClose={close} />}
      </div>
    </Dialog>
  );
}

interface SubmittingProps {
  step: Extract<ImportStep, { name: "submitting" }>;
  onStop: () => void;
}

function Submitting({ step: { posts, done, isStopping }, onStop }: SubmittingProps) {
  const current = posts[done];
  return (
    <>
      <p className="num">
        Submitting post {done + 1} of {posts.length}
      </p>
      <p className="sr-only" role="status">
        {submittedText(done, posts.length)}
      </p>
      <Progress value={Math.round((done / posts.length) * 100)} label="Posts submitted" />
      {current && <p className="text-small text-soft wrap-anywhere">{plainTitle(current.title)}</p>}
      <div className="import-actions">
        <Button variant="secondary" busy={isStopping} busyLabel="Stopping..." onClick={onStop}>
          Cancel
        </Button>
      </div>
    </>
  );
}

import { useEffect, useMemo, useRef, useState } from "react";
import type { Analysis, AnalysisCheck } from "../../../generated/api";
import { ANALYSIS_INPUT_KEYPHRASE_MAX_LENGTH } from "../../../generated/limits";
import { callApi } from "../../../lib/api";
import { Badge } from "../../../ui/base/badge";
import { Button } from "../../../ui/base/button";
import { useDebounced } from "../../../ui/data/use-debounced";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { keepFocus } from "../shared/keep-focus";
import { keepKeyphrase, keptKeyphrase } from "./kept-keyphrase";
import { analysisInput, checkName, type SearchCheckProps, sorted } from "./search-check";
import { useSettledForm } from "./use-draft-sync";
import "../../../styles/search-check.css";

/** How long the form must be unchanged until it is checked, in milliseconds. */
const DELAY = 2_000;

const LEVELS = {
  bad: { variant: "error", text: "Needs work" },
  warn: { variant: "draft", text: "Could be better" },
  good: { variant: "ok", text: "Good" },
} as const;

/** Shows the keyphrase, the score, and each check with its value, its threshold and advice. */
export function SearchCheckPanel({ sync, post }: SearchCheckProps) {
  const [keyphrase, setKeyphrase] = useState(() => keptKeyphrase(post?.id));
  const [form] = useSettledForm(sync, DELAY);
  const wanted = useDebounced(keyphrase, DELAY);
  const input = useMemo(() => analysisInput(form, post, wanted), [form, post, wanted]);
  const [analysis, setAnalysis] = useState<Analysis | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const status = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the request
  useEffect(() => {
    const controller = new AbortController();
    callApi("POST", "/api/admin/analysis", {
      body: input,
      signal: controller.signal,
      invalidatesPages: false,
    }).then(
      (answer) => {
        const failed = answer.ok
          ? null
          : answer.error.message || "Check the connection and try again.";
        // The "Try again" button is removed with the failure.
        keepFocus(
          () => {
            if (answer.ok) setAnalysis(answer.data);
            setFailure(failed);
          },
          () => status.current,
        );
      },
      () => {
        // Aborted, as a newer draft has been sent.
      },
    );
    return () => controller.abort();
  }, [input, attempt]);

  return (
    <>
      <Field
        label="Keyphrase"
        hint={`The search you want this post to be found for. Used only for this check, and ${post ? "remembered by this browser" : "not saved"}.`}
      >
        <Input
          value={keyphrase}
          maxLength={ANALYSIS_INPUT_KEYPHRASE_MAX_LENGTH}
          onChange={({ target }) => {
            setKeyphrase(target.value);
            keepKeyphrase(post?.id, target.value);
          }}
        />
      </Field>
      <div ref={status} role="status">
        {failure !== null && (
          <p className="search-check-failure">
            The search check could not be run. {failure}{" "}
            <Button size="sm" variant="secondary" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
          </p>
        )}
        {failure === null && (analysis ? <Score {...analysis} /> : <p>Checking...</p>)}
      </div>
      {analysis && (
        <ul className="search-check" aria-label="Checks">
          {sorted(analysis.checks).map((check) => (
            <CheckItem key={check.id} {...check} />
          ))}
        </ul>
      )}
    </>
  );
}

function Score({ score, checks }: Analysis) {
  const open = checks.filter(({ level }) => level !== "good").length;
  return (
    <p>
      Score: <strong className="num">{score}</strong> out of 100.{" "}
      {open === 0
        ? `All ${checks.length} checks passed.`
        : `${open} of ${checks.length} checks can be improved.`}
    </p>
  );
}

function CheckItem({ id, level, value, threshold, advice }: AnalysisCheck) {
  const { variant, text } = LEVELS[level];
  return (
    <li>
      <p>
        <Badge variant={variant}>{text}</Badge> <strong>{checkName(id)}</strong>
      </p>
      <p className="num wrap-anywhere">
        {value} <span className="text-soft">(target: {threshold})</span>
      </p>
      {level !== "good" && <p>{advice}</p>}
    </li>
  );
}

import { useState } from "react";
import type { AdminHealthProps, TrendPoint } from "../../../generated/api";
import { htmlTime } from "../../../lib/html-time";
import { Field } from "../../../ui/forms/field";
import { Select } from "../../../ui/forms/input";
import { counted } from "../lists/counted";
import { HEIGHT, highest, line, ofRule, WIDTH } from "./trend";
import { kindName } from "./words";

const said = ({ errors, warnings, checked_text }: TrendPoint) =>
  `${counted(errors, "error")} and ${counted(warnings, "warning")} on ${checked_text}`;

/** Errors and warnings from check to check, of all rules or of the chosen one. */
export function Trend({ trend, rules }: Pick<AdminHealthProps, "trend" | "rules">) {
  const [kind, setKind] = useState("");
  const rule = rules.find((one) => one.kind === kind);
  if (trend.length < 2) return <p className="text-soft">The trend appears after two checks.</p>;
  return (
    <>
      {rules.length > 0 && (
        <Field label="Rule" className="health-rule">
          <Select value={kind} onChange={(event) => setKind(event.target.value)}>
            <option value="">All rules</option>
            {rules.map(({ kind }) => (
              <option key={kind} value={kind}>
                {kindName(kind)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <TrendChart trend={rule ? ofRule(trend, rule) : trend} />
    </>
  );
}

/** Counts over time, as a chart and as a table. */
function TrendChart({ trend }: { trend: TrendPoint[] }) {
  const [first, last] = [trend[0], trend.at(-1)];
  if (!first || !last) return null;
  return (
    <>
      <figure className="health-trend">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`From ${said(first)} to ${said(last)}`}
        >
          <path className="health-warnings" d={line(trend, "warnings")} />
          <path className="health-errors" d={line(trend, "errors")} />
        </svg>
        <p className="mono health-axis">
          <time dateTime={htmlTime(first.checked_at)}>{first.checked_text}</time>
          <time dateTime={htmlTime(last.checked_at)}>{last.checked_text}</time>
        </p>
        <figcaption>
          <span className="health-key health-key-errors">Errors</span>
          <span className="health-key health-key-warnings">Warnings</span>
          <span className="num text-soft">Highest: {highest(trend)}</span>
        </figcaption>
      </figure>
      <details className="health-numbers">
        <summary>Show the numbers</summary>
        <table>
          <caption className="sr-only">Checks, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Check</th>
              <th scope="col">Errors</th>
              <th scope="col">Warnings</th>
            </tr>
          </thead>
          <tbody>
            {[...trend].reverse().map(({ checked_at, checked_text, errors, warnings }) => (
              <tr key={checked_at}>
                <th scope="row">
                  <time dateTime={htmlTime(checked_at)}>{checked_text}</time>
                </th>
                <td className="num">{errors}</td>
                <td className="num">{warnings}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

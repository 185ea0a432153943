import { useId, useMemo } from "react";
import { compareValues, linesOf } from "./conflict";
import type { Choice } from "./merge";
import { Lines } from "./version-pair";

interface MergeChoiceProps extends Choice {
  chosen: "mine" | "stored" | undefined;
  onChoose: (side: "mine" | "stored") => void;
}

const SIDES = [
  { side: "mine", name: "Yours" },
  { side: "stored", name: "Saved" },
] as const;

/** A choice between the two versions of something that both have changed. */
export function MergeChoice({ field, label, mine, stored, chosen, onChoose }: MergeChoiceProps) {
  const name = useId();
  const lines = useMemo(() => compareValues(mine, stored, field), [mine, stored, field]);
  return (
    <fieldset className="merge-choice">
      <legend>{label}</legend>
      {SIDES.map(({ side, name: title }) => (
        <label key={side} className="merge-side">
          <span className="mono">
            <input
              type="radio"
              name={name}
              checked={chosen === side}
              onChange={() => onChoose(side)}
            />{" "}
            {title}
          </span>
          <span className="merge-text">
            <Lines lines={linesOf(lines, side)} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

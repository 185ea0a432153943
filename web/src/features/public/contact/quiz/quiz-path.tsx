import { LEGENDS, type StepId } from "../../../../content/quiz";

/** Centre of each step's square in the drawing. The label is below it. */
const NODES: Record<StepId, [x: number, y: number]> = {
  "step-1": [20, 105],
  "traffic-situation": [182, 35],
  "fixing-concerns": [182, 105],
  "competitor-familiarity": [182, 175],
  "outcome-traffic": [372, 35],
  "outcome-fixing": [372, 105],
  "outcome-competitors": [372, 175],
  "outcome-expert": [372, 245],
};

/** Connections between steps, as paths with right angles. */
const EDGES: [from: StepId, to: StepId, path: string][] = [
  ["step-1", "traffic-situation", "M28 105H86V35H170"],
  ["step-1", "fixing-concerns", "M28 105H170"],
  ["step-1", "competitor-familiarity", "M28 105H86V175H170"],
  ["step-1", "outcome-expert", "M28 105H86V245H360"],
  ["traffic-situation", "outcome-traffic", "M194 35H360"],
  ["fixing-concerns", "outcome-fixing", "M194 105H360"],
  ["competitor-familiarity", "outcome-competitors", "M194 175H360"],
];

/** A drawing of the quiz with the visitor's path highlighted. */
export function QuizPath({ path }: { path: readonly StepId[] }) {
  const isTaken = (from: StepId, to: StepId) => path.includes(from) && path.includes(to);
  // Highlighted lines are drawn last, on top.
  const edges = [...EDGES].sort(
    ([from, to], [otherFrom, otherTo]) =>
      Number(isTaken(from, to)) - Number(isTaken(otherFrom, otherTo)),
  );
  return (
    <svg viewBox="0 0 440 280" className="quiz-path" width="440" height="280" aria-hidden="true">
      {edges.map(([from, to, line]) => (
        <path key={line} d={line} data-lit={isTaken(from, to) ? "" : undefined} />
      ))}
      {Object.entries(NODES).map(([step, [x, y]]) => (
        <g key={step} data-lit={path.includes(step as StepId) ? "" : undefined}>
          <rect x={x - 12} y={y - 12} width="24" height="24" rx="4" />
          <text x={x} y={y + 30} textAnchor="middle">
            {LEGENDS[step as StepId]}
          </text>
        </g>
      ))}
    </svg>
  );
}

import type { StepId } from "../../../../content/quiz";

/** Place of every step in the drawing: the middle of its square. */
const NODES: Record<StepId, [x: number, y: number]> = {
  "step-1": [20, 95],
  "traffic-situation": [182, 35],
  "fixing-concerns": [182, 95],
  "competitor-familiarity": [182, 155],
  "outcome-traffic": [372, 35],
  "outcome-fixing": [372, 95],
  "outcome-competitors": [372, 155],
  "outcome-expert": [372, 215],
};

/** From step to step, along right angles. */
const EDGES: [from: StepId, to: StepId, path: string][] = [
  ["step-1", "traffic-situation", "M28 95H86V35H170"],
  ["step-1", "fixing-concerns", "M28 95H170"],
  ["step-1", "competitor-familiarity", "M28 95H86V155H170"],
  ["step-1", "outcome-expert", "M28 95H86V215H360"],
  ["traffic-situation", "outcome-traffic", "M194 35H360"],
  ["fixing-concerns", "outcome-fixing", "M194 95H360"],
  ["competitor-familiarity", "outcome-competitors", "M194 155H360"],
];

/** The branches of the quiz, with the one that was taken lit. */
export function QuizPath({ path }: { path: readonly StepId[] }) {
  const isTaken = (from: StepId, to: StepId) => path.includes(from) && path.includes(to);
  // What is lit lies on top of what is not.
  const edges = [...EDGES].sort(
    ([from, to], [otherFrom, otherTo]) =>
      Number(isTaken(from, to)) - Number(isTaken(otherFrom, otherTo)),
  );
  return (
    <svg viewBox="0 0 420 235" className="quiz-path" width="420" height="235" aria-hidden="true">
      {edges.map(([from, to, line]) => (
        <path key={line} d={line} data-lit={isTaken(from, to) ? "" : undefined} />
      ))}
      {Object.entries(NODES).map(([step, [x, y]]) => (
        <rect
          key={step}
          x={x - 12}
          y={y - 12}
          width="24"
          height="24"
          rx="4"
          data-lit={path.includes(step as StepId) ? "" : undefined}
        />
      ))}
    </svg>
  );
}

import type { Discipline } from "../../../content/home";

const NODE = { className: "fill-diagram-fill stroke-diagram-line", strokeWidth: 2 };

/** Lengths of the request and the response in each line of the log, in units of the drawing. */
const LOG: readonly (readonly [request: number, answer: number])[] = [
  [120, 30],
  [150, 22],
  [96, 38],
  [176, 30],
  [132, 26],
  [88, 34],
];
const FOUND_LINE = 3;

function Log() {
  return LOG.map(([request, answer], line) => (
    <g key={line} className={line === FOUND_LINE ? "fill-mark" : "fill-diagram-fill"}>
      <rect x={0} y={4 + line * 20} width={34} height={10} rx={2} />
      <rect x={44} y={4 + line * 20} width={request} height={10} rx={2} />
      <rect x={238} y={4 + line * 20} width={answer} height={10} rx={2} />
    </g>
  ));
}

function Graph() {
  return (
    <>
      <path
        d="M140 60 50 26M140 60 40 92M140 60 226 22M140 60 250 74M140 60 196 108M50 26 40 92M226 22 250 74"
        className="fill-none stroke-diagram-line"
        strokeWidth={2}
      />
      <circle cx={50} cy={26} r={9} {...NODE} />
      <circle cx={40} cy={92} r={7} {...NODE} />
      <circle cx={226} cy={22} r={8} {...NODE} />
      <circle cx={250} cy={74} r={10} {...NODE} />
      <circle cx={196} cy={108} r={6} {...NODE} />
      <rect x={116} y={44} width={48} height={32} rx={4} className="fill-mark" />
    </>
  );
}

const VITALS = [
  { name: "LCP", width: 165, found: false },
  { name: "INP", width: 109, found: true },
  { name: "CLS", width: 66, found: false },
];

function Budget() {
  return VITALS.map(({ name, width, found }, line) => (
    <g key={name} transform={`translate(0 ${line * 38})`}>
      <text x={0} y={30} fontSize={13} className="fill-diagram-soft font-mono">
        {name}
      </text>
      <rect x={44} y={18} width={236} height={14} rx={2} className="fill-diagram-dim" />
      <rect
        x={44}
        y={18}
        width={width}
        height={14}
        rx={2}
        className={found ? "fill-mark" : "fill-diagram-line"}
      />
      <path
        d="M228 12v26"
        className="stroke-diagram-soft"
        strokeWidth={1.5}
        strokeDasharray="3 3"
      />
    </g>
  ));
}

function Steps() {
  return (
    <>
      <path
        d="M0 108h40V96h40V84h40V88h40V60h40V40h40V16h40"
        className="fill-none stroke-diagram-line"
        strokeWidth={3}
      />
      <path d="M200 40h40V16h40" className="fill-none stroke-mark" strokeWidth={5} />
      <rect x={266} y={6} width={14} height={20} rx={2} className="fill-mark" />
    </>
  );
}

const DRAWINGS = { log: Log, graph: Graph, budget: Budget, steps: Steps };

/** The small drawing beside a discipline. Decorative. */
export function Diagram({ name }: { name: Discipline["diagram"] }) {
  const Drawing = DRAWINGS[name];
  return (
    <svg viewBox="0 0 280 120" className="w-full max-md:max-w-65" aria-hidden="true">
      <Drawing />
    </svg>
  );
}

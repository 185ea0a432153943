import { useRef } from "react";
import { ROADMAP_ITEMS } from "../../../../content/roadmap";
import { cx } from "../../../../lib/cx";
import { useDock } from "./use-dock";

interface OrbitProps {
  /** Index of the chosen stage; -1 for none. */
  selected: number;
  isStill: boolean;
}

/**
 * Returns the path of a circle around (`centre`, `centre`) that starts at the right. Not a `circle`, as validators
 * allow `pathLength` only on paths.
 */
const ring = (centre: number, radius: number): string =>
  `M${centre + radius} ${centre}a${radius} ${radius} 0 1 1-${2 * radius} 0a${radius} ${radius} 0 1 1 ${2 * radius} 0`;

/**
 * The stages on a ring that turns once a minute. An illustration of the list beside it, in which the pointer can also
 * choose a stage.
 */
export function Orbit({ selected, isStill }: OrbitProps) {
  const orbit = useRef<HTMLDivElement>(null);
  useDock(orbit, selected, isStill);
  return (
    <div
      ref={orbit}
      className="orbit"
      data-still={isStill || undefined}
      data-docked={selected >= 0 || undefined}
    >
      <svg viewBox="0 0 660 660" aria-hidden="true">
        <g fill="none" stroke="currentColor" className="text-diagram-line">
          <path d={ring(330, 290)} strokeWidth="7" pathLength="120" strokeDasharray=".1 .9" />
          <path d={ring(330, 293)} strokeWidth="14" pathLength="12" strokeDasharray=".01 .99" />
        </g>
        <circle className="orbit-inner" cx="330" cy="330" r="150" />
        <path className="orbit-spoke" d="M374 330H566" />
        <g transform="translate(268 270) scale(1.85)">
          <rect className="fill-mark" x="2" y="10" width="46" height="44" rx="4" />
          <path className="fill-ink" d="M15 19h22v8.5H24.5v5.25h10v8h-10V46H15z" />
          <rect className="fill-mark" x="54" y="4" width="5.5" height="56" rx="1" />
        </g>
      </svg>
      <div className="orbit-turn">
        <svg viewBox="0 0 660 660" aria-hidden="true">
          <circle className="orbit-ring" cx="330" cy="330" r="236" />
          <path
            className="orbit-lit"
            d={ring(330, 236)}
            pathLength={ROADMAP_ITEMS.length}
            strokeDasharray={`${Math.max(selected, 0)} ${ROADMAP_ITEMS.length}`}
            transform="rotate(-144 330 330)"
          />
        </svg>
        {ROADMAP_ITEMS.map(({ id, energy }, index) => (
          <span
            key={id}
            className={cx("orbit-node", index === selected && "orbit-node-current")}
            data-roadmap-node={id}
          >
            <svg viewBox="0 0 104 104" aria-hidden="true">
              <circle className="orbit-disc" cx="52" cy="52" r="36" />
              <g fill="none" strokeWidth="5">
                <circle className="orbit-track" cx="52" cy="52" r="36" />
                <path
                  className="orbit-energy"
                  d={ring(52, index === selected ? 49 : 36)}
                  pathLength="100"
                  strokeDasharray={`${energy} 100`}
                  transform="rotate(-90 52 52)"
                />
              </g>
              <text x="52" y="58" textAnchor="middle">
                {`${energy}%`}
              </text>
            </svg>
          </span>
        ))}
      </div>
    </div>
  );
}

import type { ClientLogo } from "../../../generated/api";
import { cx } from "../../../lib/cx";
import { Found } from "../../../ui/base/found";
import { Image } from "../../../ui/base/image";

interface ClientGridProps {
  logos: readonly ClientLogo[];
  /** 7 × 2 cells, or 5 × 3 with a last one that invites the reader. */
  columns: 5 | 7;
  /** Text to show if a wordmark cannot be loaded. */
  missingText?: string;
}

const CELL =
  "grid h-23 min-w-0 grow basis-1/2 place-items-center border-r border-b border-paper-rule px-3 transition-colors hover:bg-mark-soft md:px-5";

/** Width of a cell within its row, and its height. The cells of the last row share its width. */
const SIZE = {
  5: "md:h-33 md:basis-1/3 lg:basis-1/5",
  7: "md:h-29 md:basis-1/4 lg:basis-1/7",
};

/** The clients' logos in a grid. */
export function ClientGrid({ logos, columns, missingText }: ClientGridProps) {
  return (
    <ul className="flex flex-wrap border-t border-l border-paper-rule">
      {logos.map((client) => (
        <li key={client.name} className={cx("group", CELL, SIZE[columns])}>
          <Image
            src={client.image}
            alt={client.name}
            missingText={missingText}
            width={client.width}
            height={client.height}
            loading="lazy"
            className={cx(
              "w-auto max-w-full opacity-70 [filter:grayscale(1)] transition-[opacity,filter] group-hover:opacity-100 group-hover:[filter:none]",
              columns === 7 ? "h-8.5" : "h-7.5 md:h-9.5",
            )}
          />
        </li>
      ))}
      {columns === 5 && (
        <li className={cx(CELL, SIZE[columns])}>
          <a
            href="/contact"
            className="disp inline-flex min-h-tap items-center px-2 text-[2rem] font-bold no-underline"
          >
            <span>
              <Found sweep="none">You</Found>
              <span className="caret" aria-hidden="true" />
            </span>
          </a>
        </li>
      )}
    </ul>
  );
}

import type { Ref } from "react";
import type { Media } from "../../../generated/api";
import { focusClass } from "../../../ui/base/focus-class";
import { Image } from "../../../ui/base/image";
import { factsText, isUndescribed } from "./upload-rules";

/** Shown in place of an image that cannot be loaded. */
export const PLACEHOLDER = "/placeholder.svg";

/** Returns the address of an image's smallest form, which is enough for a tile. */
const smallUrl = (media: Media): string => media.variants[0]?.url ?? media.url;

interface MediaGridProps {
  media: Media[];
  /** Id of the chosen image, if there is one. */
  chosen: string | null | undefined;
  /** The verb of a tile's accessible name: "Choose". */
  verb: string;
  onChoose: (media: Media) => void;
  ref?: Ref<HTMLUListElement>;
}

/** Images as tiles. */
export function MediaGrid({ media, chosen, verb, onChoose, ref }: MediaGridProps) {
  return (
    <ul ref={ref} className="media-grid" aria-label="Images">
      {media.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            className="media-tile"
            aria-pressed={one.id === chosen}
            aria-label={`${verb} ${one.alt_text || one.file_name}`}
            onClick={() => onChoose(one)}
          >
            <Image
              src={smallUrl(one)}
              alt=""
              fallback={PLACEHOLDER}
              width={240}
              height={150}
              className={focusClass(one.focal_point)}
              loading="lazy"
            />
            <span className="media-name">{one.file_name}</span>
            <span className="media-facts mono">
              {factsText(one)}
              {isUndescribed(one) && <mark>check this alt text</mark>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

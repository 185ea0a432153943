import { type KeyboardEvent, type PointerEvent, type Ref, useRef } from "react";
import { afterKey, type Corner, type CropArea, type ImageSize, moved, resized } from "./crop-area";

interface CropStageProps {
  /** The `img` element, once it is loaded. */
  imageRef: Ref<HTMLImageElement>;
  url: string;
  /** Null until the image is loaded. */
  size: ImageSize | null;
  area: CropArea | null;
  ratio: number | null;
  /** Ids of what describes the area. */
  describedBy: string;
  onLoad: (size: ImageSize) => void;
  onFailure: () => void;
  onChange: (area: CropArea) => void;
}

const CORNERS: [name: string, corner: Corner][] = [
  ["nw", { isLeft: true, isTop: true }],
  ["ne", { isLeft: false, isTop: true }],
  ["sw", { isLeft: true, isTop: false }],
  ["se", { isLeft: false, isTop: false }],
];

/** Where a drag of the area began, and at which corner. */
interface Grip {
  x: number;
  y: number;
  area: CropArea;
  corner: Corner | null;
}

/** The image with the crop area, which is moved and resized by pointer and arrow keys. */
export function CropStage(props: CropStageProps) {
  const { imageRef, url, size, area, ratio, describedBy, onLoad, onFailure, onChange } = props;
  const stage = useRef<HTMLDivElement>(null);
  const grip = useRef<Grip | null>(null);

  const take = (event: PointerEvent<HTMLElement>) => {
    if (!area || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const name = (event.target as HTMLElement).dataset.corner;
    const corner = CORNERS.find(([one]) => one === name)?.[1] ?? null;
    grip.current = { x: event.clientX, y: event.clientY, area, corner };
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const held = grip.current;
    const shown = stage.current?.getBoundingClientRect();
    if (!held || !size || !shown) return;
    const dx = ((event.clientX - held.x) * size.width) / shown.width;
    const dy = ((event.clientY - held.y) * size.height) / shown.height;
    const { area: from, corner } = held;
    if (!corner) return onChange(moved(from, from.x + dx, from.y + dy, size));
    const width = from.width + (corner.isLeft ? -dx : dx);
    const height = from.height + (corner.isTop ? -dy : dy);
    onChange(resized(from, { width, height }, size, ratio, corner));
  };
  const release = () => {
    grip.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const after = area && size && afterKey(area, event.key, event.shiftKey, size, ratio);
    if (!after) return;
    // Keeps the dialog from scrolling.
    event.preventDefault();
    onChange(after);
  };
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`;

  return (
    <div className="crop-stage" ref={stage}>
      <img
        ref={imageRef}
        src={url}
        alt=""
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          onLoad({ width, height })
        }
        onError={onFailure}
      />
      {area && size && (
        <button
          type="button"
          className="crop-area"
          aria-label="Crop area"
          aria-describedby={describedBy}
          style={{
            left: share(area.x, size.width),
            top: share(area.y, size.height),
            width: share(area.width, size.width),
            height: share(area.height, size.height),
          }}
          onPointerDown={take}
          onPointerMove={drag}
          onPointerUp={release}
          onPointerCancel={release}
          onKeyDown={press}
        >
          {CORNERS.map(([name]) => (
            <span key={name} data-corner={name} className={`crop-corner crop-corner-${name}`} />
          ))}
        </button>
      )}
    </div>
  );
}

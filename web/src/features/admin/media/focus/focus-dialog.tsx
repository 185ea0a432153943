import { useId, useRef, useState } from "react";
import type { FocalPoint, Media } from "../../../../generated/api";
import { callApi } from "../../../../lib/api";
import { Button } from "../../../../ui/base/button";
import { focusClass } from "../../../../ui/base/focus-class";
import { Dialog } from "../../../../ui/overlay/dialog";
import { toast } from "../../../../ui/overlay/toast-store";
import { withSession } from "../../accounts/recent-sign-in";
import { reasonOf } from "../../lists/use-staff-call";
import { NumberField } from "../number-field";
import { afterKey, MIDDLE, pointAt, within } from "./focal-point";
import "../../../../styles/focus.css";

interface FocusDialogProps {
  media: Media;
  onClose: () => void;
  onChanged: (media: Media) => void;
}

/** The shapes that pages cut images to. */
const SHAPES = ["Card", "Article", "Portrait"] as const;

/** Chooses the focal point of an image, which stays visible when pages cut the image to a shape. */
export function FocusDialog({ media, onClose, onChanged }: FocusDialogProps) {
  const [point, setPoint] = useState<FocalPoint>(media.focal_point);
  const [isSaving, setSaving] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  const isHeld = useRef(false);
  const hint = useId();

  const follow = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    if (image.current) setPoint(pointAt(image.current.getBoundingClientRect(), clientX, clientY));
  };
  const save = async () => {
    setSaving(true);
    const result = await withSession(() =>
      callApi("PATCH", "/api/admin/media/{id}", {
        path: { id: media.id },
        body: { focal_point: point },
      }),
    );
    setSaving(false);
    if (!result.ok) return toast("error", "Focal point not saved", reasonOf(result.error));
    toast("success", "Focal point saved", media.file_name);
    onChanged(result.data);
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Focal point of ${media.file_name}`}
      size="drawer"
      locked={isSaving}
    >
      <div className="media-dialog">
        <div
          className="focus-stage"
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            isHeld.current = true;
            follow(event);
          }}
          onPointerMove={(event) => {
            if (isHeld.current) follow(event);
          }}
          onPointerUp={() => {
            isHeld.current = false;
          }}
          onPointerCancel={() => {
            isHeld.current = false;
          }}
        >
          <img
            ref={image}
            src={media.url}
            alt=""
            width={media.width ?? undefined}
            height={media.height ?? undefined}
            draggable={false}
          />
          <button
            type="button"
            className="focus-point"
            aria-label={`Focal point, ${point.x}% across, ${point.y}% down`}
            aria-describedby={hint}
            style={{ left: `${point.x}%`, top: `${point.y}%` }}
            onKeyDown={(event) => {
              const after = afterKey(point, event.key, event.shiftKey);
              if (!after) return;
              // Keeps the dialog from scrolling.
              event.preventDefault();
              setPoint(after);
            }}
          />
        </div>
        <p id={hint} className="field-hint">
          Click the part of the image that must stay visible, or move the point with the arrow keys.
          Hold Shift to move in steps of ten.
        </p>
        <div className="focus-fields">
          <NumberField
            label="Across (%)"
            value={point.x}
            min={0}
            max={100}
            onChange={(x) => setPoint(within(x, point.y))}
          />
          <NumberField
            label="Down (%)"
            value={point.y}
            min={0}
            max={100}
            onChange={(y) => setPoint(within(point.x, y))}
          />
        </div>
        <div className="focus-shapes">
          {SHAPES.map((shape) => (
            <figure key={shape} className={`focus-${shape.toLowerCase()}`}>
              <img src={media.url} alt="" className={focusClass(point)} draggable={false} />
              <figcaption className="mono">{shape}</figcaption>
            </figure>
          ))}
        </div>
        <div className="confirm-actions">
          <Button variant="secondary" onClick={() => setPoint(MIDDLE)}>
            Centre
          </Button>
          <Button busy={isSaving} busyLabel="Saving..." onClick={() => void save()}>
            Save focal point
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

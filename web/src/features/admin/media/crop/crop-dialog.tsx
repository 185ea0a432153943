import { useId, useRef, useState } from "react";
import type { Media, MediaUses } from "../../../../generated/api";
import { type ApiResult, callApi } from "../../../../lib/api";
import { Button } from "../../../../ui/base/button";
import { Field } from "../../../../ui/forms/field";
import { Select } from "../../../../ui/forms/input";
import { Notice } from "../../../../ui/forms/notice";
import { Dialog } from "../../../../ui/overlay/dialog";
import { toast } from "../../../../ui/overlay/toast-store";
import { NumberField } from "../number-field";
import { replacementText } from "../replacement-text";
import { replaceImage, uploadImage } from "../upload";
import { failureMessage, isUndescribed, refusal } from "../upload-rules";
import {
  type CropArea,
  firstArea,
  type ImageSize,
  moved,
  resized,
  SHAPES,
  type Shape,
} from "./crop-area";
import { CropStage } from "./crop-stage";
import { croppedFile, isAnimated, namedAs } from "./cropped-file";
import "../../../../styles/crop.css";

interface CropDialogProps {
  media: Media;
  /** Where the image is used; null until known. */
  uses: MediaUses | null;
  onClose: () => void;
  onReplaced: (media: Media) => void;
  /** Called with the new image. */
  onAdded: (media: Media) => void;
}

/** Crops an image. The result replaces it or is saved as a new image. */
export function CropDialog({ media, uses, onClose, onReplaced, onAdded }: CropDialogProps) {
  const image = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<ImageSize | null>(null);
  const [area, setArea] = useState<CropArea | null>(null);
  const [shape, setShape] = useState<Shape>("Free");
  const [hasFailed, setFailed] = useState(false);
  const [saving, setSaving] = useState<"original" | "new" | null>(null);
  const [hint, result] = [useId(), useId()];
  const ratio = SHAPES[shape];

  const save = async (as: "original" | "new") => {
    if (!image.current || !area || saving) return;
    setSaving(as);
    const sent = await send(image.current, area, media, as);
    setSaving(null);
    if (!sent) return;
    if (as === "new") {
      toast("success", "Saved as new image", sent.file_name);
      onAdded(sent);
    } else {
      toast("success", "Image cropped", sent.file_name);
      onReplaced(sent);
    }
    onClose();
  };
  const resize = (wanted: ImageSize) => {
    if (area && size) setArea(resized(area, wanted, size, ratio));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Crop ${media.file_name}`}
      size="drawer"
      locked={saving !== null}
    >
      <div className="media-dialog">
        {hasFailed && (
          <Notice kind="error" role="alert">
            <p>The image could not be loaded. Close this and try again.</p>
          </Notice>
        )}
        <CropStage
          imageRef={image}
          url={media.url}
          size={size}
          area={area}
          ratio={ratio}
          describedBy={`${hint} ${result}`}
          onLoad={(loaded) => {
            setSize(loaded);
            setArea(firstArea(loaded, ratio));
          }}
          onFailure={() => setFailed(true)}
          onChange={setArea}
        />
        <p id={hint} className="field-hint">
          Drag the area or its corners. Arrow keys move it; Shift and arrow keys resize it.
        </p>
        {area && size && (
          <>
            <div className="crop-fields">
              <Field label="Shape">
                <Select
                  value={shape}
                  onChange={({ target }) => {
                    const chosen = target.value as Shape;
                    setShape(chosen);
                    if (SHAPES[chosen] !== null) setArea(firstArea(size, SHAPES[chosen]));
                  }}
                >
                  {Object.keys(SHAPES).map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </Select>
              </Field>
              <NumberField
                label="Left (px)"
                value={area.x}
                min={0}
                max={size.width - area.width}
                onChange={(x) => setArea(moved(area, x, area.y, size))}
              />
              <NumberField
                label="Top (px)"
                value={area.y}
                min={0}
                max={size.height - area.height}
                onChange={(y) => setArea(moved(area, area.x, y, size))}
              />
              <NumberField
                label="Width (px)"
                value={area.width}
                min={1}
                max={size.width - area.x}
                onChange={(width) => resize({ width, height: ratio === null ? area.height : 0 })}
              />
              <NumberField
                label="Height (px)"
                value={area.height}
                min={1}
                max={size.height - area.y}
                onChange={(height) => resize({ width: ratio === null ? area.width : 0, height })}
              />
            </div>
            <p id={result} className="mono num">
              Result: {area.width} × {area.height} pixels
            </p>
            <p>
              Cropping replaces the original. To keep it, save a new image. {replacementText(uses)}
            </p>
            <div className="confirm-actions">
              <Button
                variant="secondary"
                busy={saving === "new"}
                busyLabel="Saving..."
                onClick={() => void save("new")}
              >
                Save as new image
              </Button>
              <Button
                busy={saving === "original"}
                busyLabel="Cropping..."
                onClick={() => void save("original")}
              >
                Crop image
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Sends the cropped image. Returns the saved image; null after a failure, which a toast has reported. */
async function send(
  image: HTMLImageElement,
  area: CropArea,
  media: Media,
  as: "original" | "new",
): Promise<Media | null> {
  const title = as === "new" ? "Image was not saved" : "Image was not cropped";
  const suffix = as === "new" ? "-cropped" : "";
  // Only its first frame would be left, for good.
  if (as === "original" && (await isAnimation(media.url))) {
    toast("error", title, "It is animated. Save its first frame as a new image.");
    return null;
  }
  const file = await croppedFile(image, area, media.mime_type, (type) =>
    namedAs(media.file_name, type, suffix),
  );
  if (!file) {
    toast("error", title, "Your browser cannot draw an image of this size. Choose a smaller area.");
    return null;
  }
  const refused = refusal(file, "gallery");
  if (refused) {
    toast("error", title, refused.text);
    return null;
  }
  const sent: ApiResult<Media> =
    as === "new"
      ? await uploadImage(file, "gallery", () => {}, media.folder)
      : await replaceImage(media.id, file);
  if (sent.ok && as === "new" && !isUndescribed(media)) {
    const told = await callApi("PATCH", "/api/admin/media/{id}", {
      path: sent.data,
      body: { alt_text: media.alt_text },
    });
    // Without the text, the library marks the new image as undescribed.
    if (told.ok) return told.data;
  }
  if (sent.ok) return sent.data;
  toast("error", title, failureMessage(sent.status, sent.error, "gallery").text);
  return null;
}

const isAnimation = async (url: string): Promise<boolean> => {
  const file = await fetch(url).then(
    (answer) => answer.arrayBuffer(),
    () => null,
  );
  return file !== null && isAnimated(file);
};

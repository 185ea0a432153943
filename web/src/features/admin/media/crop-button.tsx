import type { Media, MediaUses } from "../../../generated/api";
import { crop } from "../../../ui/base/icons-admin.generated";
import { DialogButton } from "./dialog-button";

/** The types that a browser can draw and write again. A GIF may move, and a drawing has no pixels. */
const CROPPED: readonly string[] = ["image/jpeg", "image/png", "image/webp"];

const loadDialog = () => import("./crop/crop-dialog");

interface CropButtonProps {
  media: Media;
  /** Where it is used; null until that is known. */
  uses: MediaUses | null;
  onReplaced: (media: Media) => void;
  onAdded: (media: Media) => void;
}

/** Opens an image to cut an area out of it. Not drawn for an image that browsers cannot cut. */
export function CropButton(props: CropButtonProps) {
  if (!CROPPED.includes(props.media.mime_type)) return null;
  return (
    <DialogButton label="Crop" icon={crop} load={loadDialog}>
      {({ CropDialog }, close) => <CropDialog {...props} onClose={close} />}
    </DialogButton>
  );
}

import type { Media, MediaUses } from "../../../generated/api";
import { crop } from "../../../ui/base/icons-admin.generated";
import { DialogButton } from "./dialog-button";

/** The types that a browser can decode and encode. A GIF may be animated, and an SVG has no pixels. */
const CROPPED: readonly string[] = ["image/jpeg", "image/png", "image/webp"];

const loadDialog = () => import("./crop/crop-dialog");

interface CropButtonProps {
  media: Media;
  /** Where the image is used; null until known. */
  uses: MediaUses | null;
  onReplaced: (media: Media) => void;
  onAdded: (media: Media) => void;
}

/** Opens the dialog that crops an image. Not rendered for types that browsers cannot crop. */
export function CropButton(props: CropButtonProps) {
  if (!CROPPED.includes(props.media.mime_type)) return null;
  return (
    <DialogButton label="Crop" icon={crop} load={loadDialog}>
      {({ CropDialog }, close) => <CropDialog {...props} onClose={close} />}
    </DialogButton>
  );
}

import type { Media } from "../../../generated/api";
import { crosshair } from "../../../ui/base/icons-admin.generated";
import { DialogButton } from "./dialog-button";

const loadDialog = () => import("./focus/focus-dialog");

interface FocusButtonProps {
  media: Media;
  onChanged: (media: Media) => void;
}

/** Opens the dialog that chooses the focal point of an image. */
export function FocusButton(props: FocusButtonProps) {
  return (
    <DialogButton label="Focal point" icon={crosshair} load={loadDialog}>
      {({ FocusDialog }, close) => <FocusDialog {...props} onClose={close} />}
    </DialogButton>
  );
}

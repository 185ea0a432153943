import { useState } from "react";
import type { Media } from "../../../generated/api";
import { Button } from "../../../ui/base/button";
import { crosshair } from "../../../ui/base/icons-admin.generated";
import { useChunk } from "../../../ui/base/use-chunk";

const loadDialog = () => import("./focus/focus-dialog");

interface FocusButtonProps {
  media: Media;
  onChanged: (media: Media) => void;
}

/** Opens an image to choose the point that stays in sight where it is cut to a shape. */
export function FocusButton(props: FocusButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const chunk = useChunk(isOpen, loadDialog, close);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={crosshair}
        busy={isOpen && !chunk}
        busyLabel="Loading..."
        onClick={() => setOpen(true)}
      >
        Focal point
      </Button>
      {isOpen && chunk && <chunk.FocusDialog {...props} onClose={close} />}
    </>
  );
}

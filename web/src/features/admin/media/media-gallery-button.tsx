import { useState } from "react";
import type { Media } from "../../../generated/api";
import { Button } from "../../../ui/base/button";
import { image } from "../../../ui/base/icons-admin.generated";
import { MediaGallery } from "./media-gallery";

interface MediaGalleryButtonProps {
  /** Default: "Media Gallery". */
  label?: string;
  /** Accessible name, where several buttons have the same label. */
  name?: string;
  disabled?: boolean;
  /** Called with the chosen image; the drawer closes. */
  onPick: (media: Media) => void;
}

/** Opens the library in a drawer. */
export function MediaGalleryButton({
  label = "Media Gallery",
  name,
  disabled,
  onPick,
}: MediaGalleryButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={image}
        aria-label={name}
        disabled={disabled}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <MediaGallery
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onPick={(media) => {
          setIsOpen(false);
          onPick(media);
        }}
      />
    </>
  );
}

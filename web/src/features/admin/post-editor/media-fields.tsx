import { useState } from "react";
import { MediaGalleryButton } from "../media/media-gallery-button";
import { ImageField } from "./image-field";
import { type FormSource, useFields } from "./use-draft-sync";
import type { SetField } from "./use-post-editor";

interface MediaFieldsProps {
  sync: FormSource;
  set: SetField;
  /** Called with 1 when an upload into a field begins, and with -1 when it ends. */
  onRunning: (change: 1 | -1) => void;
}

/** The images of a post: large above its text, small in lists. */
export function MediaFields({ sync, set, onRunning }: MediaFieldsProps) {
  const form = useFields(sync, "featured_image", "thumbnail_image");
  const [heroUploads, setHeroUploads] = useState(0);
  return (
    <>
      <div>
        <MediaGalleryButton
          disabled={heroUploads > 0}
          onPick={(media) => set("featured_image", media.url)}
        />
      </div>
      <ImageField
        label="Hero Image"
        short="hero"
        name="featured_image"
        value={form.featured_image}
        onChange={(value) => set("featured_image", value)}
        onRunning={(change) => {
          setHeroUploads((count) => count + change);
          onRunning(change);
        }}
      />
      <ImageField
        label="Blog Thumbnail"
        short="thumbnail"
        name="thumbnail_image"
        value={form.thumbnail_image}
        onChange={(value) => set("thumbnail_image", value)}
        onRunning={onRunning}
      />
    </>
  );
}

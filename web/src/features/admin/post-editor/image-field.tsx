import { useRef } from "react";
import { Icon } from "../../../ui/base/icon";
import { image } from "../../../ui/base/icons-admin.generated";
import { Image } from "../../../ui/base/image";
import { useDebounced } from "../../../ui/data/use-debounced";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { AltTextRequest } from "../media/alt-text-request";
import { MediaGalleryButton } from "../media/media-gallery-button";
import { PLACEHOLDER } from "../media/media-grid";
import { UploadButton } from "../media/upload-button";
import { useUploads } from "../media/use-uploads";
import { keepFocus } from "../shared/keep-focus";

/**
 * How long typing must pause until the preview is loaded, in milliseconds, so that no half-typed address is requested.
 */
const PREVIEW_DELAY = 400;

interface ImageFieldProps {
  label: string;
  /** The name of the image in the labels of the buttons. */
  short: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** Called with 1 when an upload into the field begins, and with -1 when it ends. */
  onRunning: (change: 1 | -1) => void;
}

/** The address of an image, typed, chosen from the library or uploaded, with a preview. */
export function ImageField(props: ImageFieldProps) {
  const { label, short, name, value, onChange, onRunning } = props;
  const address = useDebounced(value.trim(), PREVIEW_DELAY);
  const actions = useRef<HTMLDivElement>(null);
  const { running, waiting, upload, answered } = useUploads("post", ({ url }) => onChange(url));
  const isUploading = running.length > 0;
  const send = async (files: File[]) => {
    onRunning(1);
    await upload(files.slice(0, 1));
    onRunning(-1);
  };
  const [asked] = waiting;
  /** Removes the request and moves the focus back to the buttons of the field. */
  const answer = (id: string) =>
    keepFocus(
      () => answered(id),
      () => actions.current?.querySelector("button"),
    );
  const isAddress = /^(https?:\/\/|\/)\S+$/i.test(address);
  return (
    <div className="image-field">
      <div className="image-preview">
        {isAddress ? (
          <Image key={address} src={address} alt={`Preview of ${label}`} fallback={PLACEHOLDER} />
        ) : (
          <span className="image-missing">
            <Icon of={image} size={24} />
            No image
          </span>
        )}
      </div>
      <div>
        <Field
          label={label}
          name={name}
          hint="A web address (https://…) or a path on this site (/media/…)."
        >
          <Input
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            value={value}
            disabled={isUploading}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
        <div ref={actions} className="image-actions">
          <MediaGalleryButton
            label="Gallery"
            name={`Gallery for the ${short}`}
            disabled={isUploading}
            onPick={(media) => onChange(media.url)}
          />
          <UploadButton
            label="Upload"
            name={`Upload the ${short}`}
            busy={isUploading}
            onFiles={(files) => void send(files)}
          />
        </div>
        {asked && (
          <AltTextRequest
            key={asked.id}
            media={asked}
            action="Save text"
            onSaved={({ id }) => answer(id)}
            onSkipped={() => answer(asked.id)}
          />
        )}
      </div>
    </div>
  );
}

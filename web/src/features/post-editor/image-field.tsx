import { Field } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { image } from "../../ui/icons-admin.generated";
import { Image } from "../../ui/image";
import { Input } from "../../ui/input";
import { useRested } from "./use-rested";

/** A half-typed address is not asked for: milliseconds of rest before the preview follows. */
const PREVIEW_DELAY = 400;

interface ImageFieldProps {
  label: string;
  name: string;
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

/** The address of a picture with its preview. */
export function ImageField({ label, name, value, error, onChange }: ImageFieldProps) {
  const address = useRested(value.trim(), PREVIEW_DELAY);
  const isAddress = /^(https?:\/\/|\/)\S+$/i.test(address);
  return (
    <div className="image-field">
      <div className="image-preview">
        {isAddress ? (
          <Image key={address} src={address} alt={`Preview of ${label}`} />
        ) : (
          <span className="image-missing">
            <Icon of={image} size={24} />
            No image
          </span>
        )}
      </div>
      <Field
        label={label}
        error={error}
        hint="A web address (https://…) or a path of this site (/media/…)."
      >
        <Input
          name={name}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </div>
  );
}

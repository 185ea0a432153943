import type { ChangeEvent } from "react";
import { POST_INPUT_SLUG_MAX_LENGTH } from "../../../generated/limits";
import { Button } from "../../../ui/base/button";
import { wandSparkles } from "../../../ui/base/icons-admin.generated";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { settleSlug, slugFromTitle, typedSlug } from "../shared/slug";
import { type FormSource, useFields, useSelected } from "./use-draft-sync";
import type { SetField } from "./use-post-editor";

interface SlugFieldProps {
  sync: FormSource;
  /** The slug that is stored; empty for a new post. */
  saved: string;
  set: SetField;
}

/**
 * The last part of the post's address. Invalid characters become hyphens during typing; surplus hyphens are removed
 * when the field is left.
 */
export function SlugField({ sync, saved, set }: SlugFieldProps) {
  const { slug } = useFields(sync, "slug");
  const fromTitle = () => slugFromTitle(sync.state().form.title);
  const hasWords = useSelected(sync, () => fromTitle() !== "");
  const onType = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const typed = typedSlug(input.value);
    if (typed !== input.value) {
      // React would move the caret to the end if it corrected the value.
      const caret = input.selectionStart;
      input.value = typed;
      input.setSelectionRange(caret, caret);
    }
    set("slug", typed);
  };
  return (
    <div className="grid content-start gap-2">
      <Field
        label="URL Slug"
        required
        name="slug"
        hint={
          <>
            <span className="block">
              This will be the URL of your post:{" "}
              <span className="font-mono text-note wrap-anywhere text-text">/blog/{slug}</span>
            </span>
            <span className="block">Lowercase letters, numbers, and hyphens only</span>
            {saved !== "" && slug !== "" && slug !== saved && (
              <span className="block">
                Once saved, <span className="wrap-anywhere">/blog/{saved}</span> redirects there.
              </span>
            )}
          </>
        }
      >
        <Input
          className="input-code"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={POST_INPUT_SLUG_MAX_LENGTH}
          value={slug}
          onChange={onType}
          onBlur={() => settleSlug(sync.state(), set)}
        />
      </Field>
      <Button
        variant="secondary"
        size="sm"
        icon={wandSparkles}
        className="justify-self-start"
        disabled={!hasWords}
        onClick={() => set("slug", fromTitle())}
      >
        Generate from title
      </Button>
    </div>
  );
}

import { plainTitle } from "../../../lib/plain-title";
import { useSite } from "../../../lib/site-context";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { HoverHelp } from "../../../ui/overlay/hover-help";
import { completeAddress } from "./complete-address";
import { ControlledTextarea } from "./controlled-textarea";
import { type Defaults, defaultsOf, ownWords } from "./own-words";
import { type FormSource, SETTLED, useFields, useSettledForm } from "./use-draft-sync";
import type { SetField } from "./use-post-editor";

interface SeoFieldsProps {
  sync: FormSource;
  /** Values of empty fields of the stored post. */
  savedDefaults: Defaults;
  set: SetField;
}

/** Fields for search engines, and for the text about the author. */
export function SeoFields({ sync, savedDefaults, set }: SeoFieldsProps) {
  const form = useFields(
    sync,
    "meta_title",
    "meta_description",
    "schema",
    "canonical_url",
    "author_bio",
  );
  const { public_url } = useSite();
  const [settled] = useSettledForm(sync, SETTLED);
  const defaults = defaultsOf(settled, public_url);
  const address = defaults.canonical_url;
  return (
    <>
      <Field label="Page Title" name="meta_title" hint="If empty, the heading is used.">
        <Input
          placeholder={plainTitle(defaults.meta_title)}
          value={ownWords(form, "meta_title", savedDefaults)}
          onChange={(event) => set("meta_title", event.target.value)}
        />
      </Field>
      <Field
        label="Meta Description"
        name="meta_description"
        hint="If empty, the summary is used, or else the beginning of the text."
      >
        <ControlledTextarea
          rows={3}
          placeholder={defaults.meta_description}
          value={ownWords(form, "meta_description", savedDefaults)}
          onChange={(event) => set("meta_description", event.target.value)}
        />
      </Field>
      <Field
        label="Schema Markup (JSON-LD)"
        name="schema"
        hint="Structured data of your own, if any."
      >
        <ControlledTextarea
          rows={4}
          className="input-code"
          spellCheck={false}
          value={form.schema}
          onChange={(event) => set("schema", event.target.value)}
        />
      </Field>
      <Field
        label="Canonical URL"
        name="canonical_url"
        aside={
          <HoverHelp label="About this address" openDelay={300} closeDelay={100}>
            Must be a full URL. Defaults to <span className="wrap-anywhere">{address}</span> if
            empty.
          </HoverHelp>
        }
      >
        <Input
          className="input-code"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={address}
          value={ownWords(form, "canonical_url", savedDefaults)}
          onChange={(event) => set("canonical_url", event.target.value)}
          onBlur={({ target: { value } }) => {
            const complete = completeAddress(value);
            if (complete !== value) set("canonical_url", complete);
          }}
        />
      </Field>
      <Field label="Author Bio" name="author_bio">
        <ControlledTextarea
          rows={3}
          value={form.author_bio}
          onChange={(event) => set("author_bio", event.target.value)}
        />
      </Field>
    </>
  );
}

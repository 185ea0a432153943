import type { ChangeEvent } from "react";
import { plainTitle } from "../../../lib/plain-title";
import { useSite } from "../../../lib/site-context";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { HoverHelp } from "../../../ui/overlay/hover-help";
import { completeAddress } from "./complete-address";
import { ControlledTextarea } from "./controlled-textarea";
import { defaultsOf, type MetaField } from "./post-form";
import { type FormSource, SETTLED, useFields, useSettledForm } from "./use-draft-sync";
import type { SetField } from "./use-post-editor";

interface SeoFieldsProps {
  sync: FormSource;
  set: SetField;
}

/** Fields for search engines, and for the text about the author. */
export function SeoFields({ sync, set }: SeoFieldsProps) {
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
  const own = (name: MetaField) => ({
    placeholder: defaults[name],
    value: form[name],
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set(name, value),
  });
  return (
    <>
      <Field label="Page Title" name="meta_title" hint="If empty, the heading is used.">
        <Input {...own("meta_title")} placeholder={plainTitle(defaults.meta_title)} />
      </Field>
      <Field
        label="Meta Description"
        name="meta_description"
        hint="If empty, the summary is used, or else the beginning of the text."
      >
        <ControlledTextarea {...own("meta_description")} rows={3} />
      </Field>
      <Field label="Schema Markup (JSON-LD)" name="schema" hint="Your own structured data, if any.">
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
          <HoverHelp label="About this address">
            Must be a full URL. Defaults to <span className="wrap-anywhere">{address}</span> if
            empty.
          </HoverHelp>
        }
      >
        <Input
          {...own("canonical_url")}
          className="input-code"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
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

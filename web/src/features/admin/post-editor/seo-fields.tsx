import { useSite } from "../../../lib/site-context";
import { Field } from "../../../ui/forms/field";
import { Input, Textarea } from "../../../ui/forms/input";
import { HoverHelp } from "../../../ui/overlay/hover-help";
import type { PostForm } from "./post-form";
import type { SetField } from "./use-post-editor";

interface SeoFieldsProps {
  form: PostForm;
  set: SetField;
}

/** What search engines are told, and the words about the author. */
export function SeoFields({ form, set }: SeoFieldsProps) {
  const { public_url } = useSite();
  const address = `${public_url}/blog/${form.slug}`;
  return (
    <>
      <Field label="Page Title" name="meta_title" hint="If empty, the heading is used.">
        <Input
          value={form.meta_title}
          onChange={(event) => set("meta_title", event.target.value)}
        />
      </Field>
      <Field
        label="Meta Description"
        name="meta_description"
        hint="Left empty, the summary serves."
      >
        <Textarea
          rows={3}
          value={form.meta_description}
          onChange={(event) => set("meta_description", event.target.value)}
        />
      </Field>
      <Field
        label="Schema Markup (JSON-LD)"
        name="schema"
        hint="Structured data of your own, if any."
      >
        <Textarea
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
          value={form.canonical_url}
          onChange={(event) => set("canonical_url", event.target.value)}
        />
      </Field>
      <Field label="Author Bio" name="author_bio">
        <Textarea
          rows={3}
          value={form.author_bio}
          onChange={(event) => set("author_bio", event.target.value)}
        />
      </Field>
    </>
  );
}

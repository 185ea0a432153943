import { Checkbox, Switch } from "../../../ui/forms/checkbox";
import { FIELDS, type SwitchField } from "./post-form";
import { type FormSource, useFields } from "./use-draft-sync";
import type { SetField } from "./use-post-editor";
import "../../../styles/switch.css";

/** The checkboxes, in order. */
export const CHOICES: readonly SwitchField[] = [
  "featured",
  "trending",
  "crawl_log",
  "inside_the_index",
];

/** Controls for publishing the post and for featuring it. */
export function PublishFields({ sync, set }: { sync: FormSource; set: SetField }) {
  const form = useFields(sync, "published", ...CHOICES);
  return (
    <>
      <Switch
        label="Publish post"
        name="published"
        checked={form.published}
        onChange={(event) => set("published", event.target.checked)}
      />
      {CHOICES.map((field) => (
        <Checkbox
          key={field}
          label={FIELDS[field].label}
          name={field}
          checked={form[field]}
          onChange={(event) => set(field, event.target.checked)}
        />
      ))}
    </>
  );
}

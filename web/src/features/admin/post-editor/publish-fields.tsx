import { Checkbox, Switch } from "../../../ui/forms/checkbox";
import type { SwitchField } from "./post-form";
import { type FormSource, useFields } from "./use-draft-sync";
import type { SetField } from "./use-post-editor";
import "../../../styles/switch.css";

export const CHOICES: { field: SwitchField; label: string }[] = [
  { field: "featured", label: "Featured Post" },
  { field: "trending", label: "Trending Article" },
  { field: "crawl_log", label: "Add Crawl Log" },
  { field: "inside_the_index", label: "Inside the Index" },
];

/** Controls for publishing the post and for featuring it. */
export function PublishFields({ sync, set }: { sync: FormSource; set: SetField }) {
  const form = useFields(sync, "published", ...CHOICES.map(({ field }) => field));
  return (
    <>
      <Switch
        label="Publish post"
        name="published"
        checked={form.published}
        onChange={(event) => set("published", event.target.checked)}
      />
      {CHOICES.map(({ field, label }) => (
        <Checkbox
          key={field}
          label={label}
          name={field}
          checked={form[field]}
          onChange={(event) => set(field, event.target.checked)}
        />
      ))}
    </>
  );
}

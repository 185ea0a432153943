import { Checkbox, Switch } from "../../../ui/forms/checkbox";
import type { PostForm, SwitchField } from "./post-form";
import type { SetField } from "./use-post-editor";
import "../../../styles/switch.css";

export const CHOICES: { field: SwitchField; label: string }[] = [
  { field: "featured", label: "Featured Post" },
  { field: "trending", label: "Trending Article" },
  { field: "crawl_log", label: "Add Crawl Log" },
  { field: "inside_the_index", label: "Inside the Index" },
];

/** Controls for publishing the post and for featuring it. */
export function PublishFields({ form, set }: { form: PostForm; set: SetField }) {
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

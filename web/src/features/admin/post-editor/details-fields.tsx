import type { RefObject } from "react";
import type { AdminPostEditProps } from "../../../generated/api";
import { useSite } from "../../../lib/site-context";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { CategoryField } from "./category-field";
import { SectionTagsField } from "./section-tags-field";
import { SlugField } from "./slug-field";
import { TextFields } from "./text-fields";
import { type FormSource, useFields } from "./use-draft-sync";
import type { SetField } from "./use-post-editor";

interface DetailsFieldsProps
  extends Pick<AdminPostEditProps, "categories" | "section_tags" | "tag_suggestions"> {
  sync: FormSource;
  /** The slug that is stored; empty for a new post. */
  savedSlug: string;
  /** The message about the section tags. */
  error?: string;
  set: SetField;
  /** Set to a function that adds the category still in its field. */
  addTyped: RefObject<() => void>;
}

/** Fields between heading and text: summary, date, address, author, categories and section tags. */
export function DetailsFields(props: DetailsFieldsProps) {
  const { sync, set } = props;
  const form = useFields(sync, "published_local", "author", "tags", "section_tags");
  const { time_zone } = useSite();
  return (
    <>
      <TextFields sync={sync} set={set} />
      <Field
        label="Publish Date"
        name="published_date"
        hint={`Your local time. The site uses ${time_zone}. If empty, it is set when the post is first published.`}
      >
        <Input
          type="datetime-local"
          className="num"
          value={form.published_local ?? ""}
          onChange={(event) => set("published_local", event.target.value)}
        />
      </Field>
      <SlugField sync={sync} saved={props.savedSlug} set={set} />
      <Field label="Author" name="author">
        <Input
          placeholder="Admin"
          value={form.author}
          onChange={(event) => set("author", event.target.value)}
        />
      </Field>
      <div id="categories" className="fold-body">
        <CategoryField
          categories={form.tags}
          fixed={props.categories}
          inUse={props.tag_suggestions}
          onChange={(tags) => set("tags", tags)}
          addTyped={props.addTyped}
        />
        <SectionTagsField
          all={props.section_tags}
          chosen={form.section_tags}
          error={props.error}
          onChange={(chosen) => set("section_tags", chosen)}
        />
      </div>
    </>
  );
}

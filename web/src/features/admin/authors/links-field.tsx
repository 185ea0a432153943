import { useRef } from "react";
import {
  AUTHOR_LINK_LABEL_MAX_LENGTH,
  AUTHOR_LINK_URL_MAX_LENGTH,
} from "../../../generated/limits";
import { Button, IconButton } from "../../../ui/base/button";
import { plus } from "../../../ui/base/icons.generated";
import { trash } from "../../../ui/base/icons-admin.generated";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { keepFocus } from "../shared/keep-focus";
import { type LinkRow, linkField } from "./author-input";

/** The most links that an author can have. */
const MOST = 10;

interface LinksFieldProps {
  links: readonly LinkRow[];
  readOnly: boolean;
  onChange: (links: LinkRow[]) => void;
}

/** An author's profiles on other sites. */
export function LinksField({ links, readOnly, onChange }: LinksFieldProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  /** The id of the next row. Ids are never reused, or a new row would show the message of a removed one. */
  const next = useRef(links.length);
  const change = (id: number, part: Partial<LinkRow>) =>
    onChange(links.map((link) => (link.id === id ? { ...link, ...part } : link)));
  return (
    <fieldset ref={fieldset} className="grid gap-4">
      <legend className="mb-2 font-semibold">Links</legend>
      {links.map((link, index) => (
        <div
          key={link.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
        >
          <Field label="Link text" name={`link_label_${link.id}`} className="max-sm:col-span-2">
            <Input
              maxLength={AUTHOR_LINK_LABEL_MAX_LENGTH}
              readOnly={readOnly}
              value={link.label}
              onChange={(event) => change(link.id, { label: event.target.value })}
            />
          </Field>
          <Field label="Link address" name={linkField(link)}>
            <Input
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={AUTHOR_LINK_URL_MAX_LENGTH}
              readOnly={readOnly}
              value={link.url}
              onChange={(event) => change(link.id, { url: event.target.value })}
            />
          </Field>
          <IconButton
            className="text-danger"
            icon={trash}
            label={`Remove link ${index + 1}`}
            disabled={readOnly}
            onClick={() =>
              keepFocus(
                () => onChange(links.filter(({ id }) => id !== link.id)),
                () => add.current,
              )
            }
          />
        </div>
      ))}
      {links.length < MOST && (
        <Button
          ref={add}
          variant="secondary"
          size="sm"
          icon={plus}
          className="justify-self-start"
          disabled={readOnly}
          onClick={() => {
            const id = next.current++;
            // The button is removed when the last allowed link is added.
            keepFocus(
              () => onChange([...links, { id, label: "", url: "" }]),
              () => fieldset.current?.querySelector<HTMLElement>(`[name=link_label_${id}]`),
            );
          }}
        >
          Add link
        </Button>
      )}
    </fieldset>
  );
}

import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { POST_INPUT_TAGS_MAX_LENGTH } from "../../../generated/limits";
import { Button } from "../../../ui/base/button";
import { Icon } from "../../../ui/base/icon";
import { x } from "../../../ui/base/icons.generated";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { useUnkeptLeaveGuard } from "../shared/use-leave-guard";
import { suggestions, withCategory, withoutCategory } from "./categories";

interface CategoryFieldProps {
  categories: readonly string[];
  /** The fixed categories of the blog, offered first. */
  fixed: readonly string[];
  /** Tags in use, offered after them. */
  inUse: readonly string[];
  onChange: (categories: readonly string[]) => void;
  /** Set to a function that adds the text still in the field, which a save would otherwise miss. */
  addTyped: RefObject<() => void>;
}

/** Categories as removable chips: type one and press Enter. */
export function CategoryField(props: CategoryFieldProps) {
  const { categories, fixed, inUse, onChange, addTyped } = props;
  const [text, setText] = useState("");
  const [announcement, setAnnouncement] = useState("");
  useUnkeptLeaveGuard(text.trim() !== "");
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();

  const addText = () => {
    const next = withCategory(categories, text);
    setText("");
    if (next === categories) return;
    onChange(next);
    setAnnouncement(`${text.trim()} added`);
  };
  useEffect(() => {
    addTyped.current = addText;
  });
  const add = () => {
    addText();
    input.current?.focus();
  };
  const remove = (name: string) => {
    onChange(withoutCategory(categories, name));
    setAnnouncement(`${name} removed`);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // During composition, Enter belongs to the input method.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };

  return (
    <div className="category-field">
      <Field label="Categories" name="tags">
        <Input
          ref={input}
          name="category"
          placeholder="Type a category and press Enter"
          autoComplete="off"
          list={listId}
          maxLength={POST_INPUT_TAGS_MAX_LENGTH}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Button variant="secondary" onClick={add}>
        Add
      </Button>
      <datalist id={listId}>
        {suggestions(fixed, inUse, categories).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {categories.length > 0 && (
        <ul className="chip-list" aria-label="Chosen">
          {categories.map((name) => (
            <li key={name} className="chip">
              <span className="wrap-anywhere whitespace-normal">{name}</span>
              <button type="button" aria-label={`Remove ${name}`} onClick={() => remove(name)}>
                <Icon of={x} size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </div>
  );
}

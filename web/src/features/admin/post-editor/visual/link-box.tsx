import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { Button } from "../../../../ui/base/button";
import { Field } from "../../../../ui/forms/field";
import { Input } from "../../../../ui/forms/input";
import { counted } from "../../lists/counted";
import { isSafeAddress } from "./allowed-html";
import { currentAddress, removeLink, setLink } from "./link";
import { isAddress, type LinkTarget, linkAddress } from "./link-targets";
import { OptionList, optionId } from "./option-list";
import { TextBox } from "./text-box";
import { useLeaving } from "./use-leaving";
import { useLinkTargets } from "./use-link-targets";

interface LinkBoxProps {
  editor: Editor;
  onClose: () => void;
}

/** No target is active: Enter takes the typed address. */
const NONE = -1;

/** Returns why the typed text is not a valid address; null if it is. */
function problemOf(address: string): string | null {
  if (address === "") return "Enter an address.";
  if (!isSafeAddress(linkAddress(address))) return "Use a web address, a path, mailto: or tel:.";
  return /\s/.test(address) || !isAddress(address)
    ? "No page or post was found. Enter an address."
    : null;
}

/** Asks for the target of a link, beside the linked words: an address, or a page or post of this site. */
export function LinkBox({ editor, onClose }: LinkBoxProps) {
  const [initial] = useState(() => currentAddress(editor));
  const [typed, setTyped] = useState(initial);
  const [error, setError] = useState<string | null>(() =>
    editor.storage.brokenLinks.addresses.has(initial) ? "There is no page at this address." : null,
  );
  /** The target chosen with the arrow keys; null before that. */
  const [chosen, setChosen] = useState<number | null>(null);
  /** Whether Enter was pressed during the search: the first target is then taken once it is there. */
  const [isAwaited, setAwaited] = useState(false);
  const { targets, isSearching } = useLinkTargets(typed === initial ? "" : typed);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  // For search words, the first target is active.
  const first = targets.length > 0 && !isAddress(typed) ? 0 : NONE;
  const active = Math.min(chosen ?? first, targets.length - 1);

  useEffect(() => input.current?.select(), []);
  const { close, leave } = useLeaving(onClose, () => {
    const address = typed.trim();
    const target = chosen === null ? undefined : targets[active];
    // Search words without a chosen target are discarded.
    if (target) setLink(editor, target.href, target.title);
    else if (address !== initial && !problemOf(address)) put(address);
  });
  /** Links to the active target, or else to the address. */
  const put = (address: string) => {
    const href = linkAddress(address);
    const { href: to, title } = targets[active] ?? { href, title: href.replace(/^mailto:/, "") };
    setLink(editor, to, title);
  };

  const take = ({ href, title }: LinkTarget) => {
    close();
    setLink(editor, href, title);
    editor.view.focus();
  };
  const done = () => {
    const target = targets[active];
    if (target) return take(target);
    if (isSearching) return setAwaited(true);
    const address = typed.trim();
    if (address === "" && initial !== "") return remove();
    const wrong = address === initial && address !== "" ? null : problemOf(address);
    setError(wrong);
    if (wrong) return input.current?.focus();
    close();
    put(address);
    editor.view.focus();
  };
  const remove = () => {
    close();
    removeLink(editor);
  };
  const answer = useEffectEvent(done);
  useEffect(() => {
    if (!isAwaited || isSearching) return;
    setAwaited(false);
    answer();
  }, [isAwaited, isSearching]);
  const cancel = () => {
    close();
    editor.view.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") cancel();
    else if (event.target !== input.current) return false;
    else if (event.key === "Enter") done();
    else if (event.key === "ArrowDown" && targets.length > 0)
      setChosen(active + 1 < targets.length ? active + 1 : NONE);
    else if (event.key === "ArrowUp" && targets.length > 0)
      setChosen(active === NONE ? targets.length - 1 : active - 1);
    else return false;
    return true;
  };

  return (
    <TextBox editor={editor} label="Link" className="link-box" onKey={onKey} onLeave={leave}>
      <Field
        label="Link address"
        error={error}
        hint="Enter an address, or search for a page or post."
      >
        <Input
          ref={input}
          role="combobox"
          aria-expanded={targets.length > 0}
          aria-controls={targets.length > 0 ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active === NONE ? undefined : optionId(listId, active)}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(null);
            setAwaited(false);
            setError(null);
          }}
        />
      </Field>
      {targets.length > 0 && (
        <OptionList
          id={listId}
          label="Pages and posts"
          options={targets}
          keyOf={({ href }) => href}
          active={active}
          onPick={take}
        >
          {({ title, kind, href }) => (
            <>
              <span>{title}</span>
              <span className="mono">
                {kind} {href}
              </span>
            </>
          )}
        </OptionList>
      )}
      <p role="status" className="sr-only">
        {foundText(typed === initial ? null : targets.length, isSearching)}
      </p>
      <div className="text-box-actions">
        <Button size="sm" variant="secondary" onClick={done}>
          Apply link
        </Button>
        {initial !== "" && (
          <Button size="sm" variant="quiet" onClick={remove}>
            Remove link
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={cancel}>
          Close
        </Button>
      </div>
    </TextBox>
  );
}

function foundText(count: number | null, isSearching: boolean): string {
  if (count === null || isSearching) return "";
  return count === 0 ? "No pages or posts" : counted(count, "page or post", "pages and posts");
}

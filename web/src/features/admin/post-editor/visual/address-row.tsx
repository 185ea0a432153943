import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../../../ui/base/button";
import { Field } from "../../../../ui/forms/field";
import { Input } from "../../../../ui/forms/input";

interface AddressRowProps {
  label: string;
  /** What the button says. */
  action: string;
  initial: string;
  /** Why an address cannot be taken; null when it can. */
  problem: (address: string) => string | null;
  /** An empty address takes something away. */
  mayBeEmpty?: boolean;
  onDone: (address: string) => void;
  onCancel: () => void;
}

/** Asks for an address within the editor. Not a form: it stands in one. */
export function AddressRow({
  label,
  action,
  initial,
  problem,
  mayBeEmpty = false,
  onDone,
  onCancel,
}: AddressRowProps) {
  const [address, setAddress] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);

  const done = () => {
    const text = address.trim();
    const wrong = text === "" ? (mayBeEmpty ? null : "Enter an address.") : problem(text);
    setError(wrong);
    if (wrong) input.current?.focus();
    else onDone(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") done();
    else if (event.key === "Escape") onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="visual-row visual-ask">
      <Field label={label} error={error}>
        <Input
          ref={input}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Button size="sm" variant="secondary" onClick={done}>
        {action}
      </Button>
      {mayBeEmpty && (
        <Button size="sm" variant="quiet" onClick={() => onDone("")}>
          Remove link
        </Button>
      )}
      <Button size="sm" variant="quiet" onClick={onCancel}>
        Close
      </Button>
    </div>
  );
}

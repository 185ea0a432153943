import { type ComponentProps, useState } from "react";
import { IconButton } from "../../../ui/base/button";
import { eye, eyeOff } from "../../../ui/base/icons-admin.generated";
import { Input } from "../../../ui/forms/input";

/** A password field whose content can be shown. Put it in a Field. */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, "type">) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="password-input">
      <Input
        {...props}
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
      />
      <IconButton
        className="noscript:hidden"
        icon={isShown ? eyeOff : eye}
        // Without the word "password", which is the label of the field.
        label={isShown ? "Hide characters" : "Show characters"}
        onClick={() => setShown(!isShown)}
      />
    </div>
  );
}

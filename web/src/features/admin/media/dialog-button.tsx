import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/base/button";
import type { IconData } from "../../../ui/base/icon";
import { useChunk } from "../../../ui/base/use-chunk";

interface DialogButtonProps<M> {
  label: string;
  icon: IconData;
  /** Imports the module of the dialog. Must be the same function on every render. */
  load: () => Promise<M>;
  /** Renders the dialog while it is open. */
  children: (module: M, close: () => void) => ReactNode;
}

/** A button that fetches the code of a dialog and opens it. */
export function DialogButton<M>({ label, icon, load, children }: DialogButtonProps<M>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const chunk = useChunk(isOpen, load, close);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={icon}
        busy={isOpen && !chunk}
        busyLabel="Loading..."
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && chunk && children(chunk, close)}
    </>
  );
}

import { useState } from "react";
import { Button } from "../../../../ui/base/button";
import { fileBraces } from "../../../../ui/base/icons-admin.generated";
import { importChunk, useChunk } from "../../../../ui/base/use-chunk";
import { loadImportDialog } from "./load-import-dialog";

const prepare = () => void importChunk(loadImportDialog, null);

/**
 * Opens the import dialog, whose code is loaded on first use.
 * @param onImported called when the dialog has created posts and is closed
 */
export function ImportButton({ onImported }: { onImported: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const dialog = useChunk(isOpen, loadImportDialog, () => setOpen(false));
  const close = (made: number) => {
    setOpen(false);
    if (made > 0) onImported();
  };
  return (
    <>
      <Button
        className="noscript:hidden"
        variant="secondary"
        size="sm"
        icon={fileBraces}
        aria-haspopup="dialog"
        busy={isOpen && !dialog}
        onClick={() => setOpen(true)}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        Import JSON
      </Button>
      {isOpen && dialog && <dialog.ImportDialog onClose={close} />}
    </>
  );
}

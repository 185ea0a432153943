import { useState } from "react";
import { Button } from "../../../../ui/base/button";
import { fileBraces } from "../../../../ui/base/icons-admin.generated";
import { toast } from "../../../../ui/overlay/toast-store";
import type { ImportDialog } from "./import-dialog";
import { loadImportDialog } from "./load-import-dialog";

const prepare = () => void loadImportDialog().catch(() => {});

/**
 * Opens the import dialog, whose code is fetched when it is first wanted.
 * @param onImported called when the dialog closes and has made posts
 */
export function ImportButton({ onImported }: { onImported: () => void }) {
  const [Dialog, setDialog] = useState<typeof ImportDialog | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [isOpen, setOpen] = useState(false);

  const open = async () => {
    setLoading(true);
    try {
      const module = await loadImportDialog();
      setDialog(() => module.ImportDialog);
      setOpen(true);
    } catch {
      toast("error", "Unexpected error occurred", "The import could not be loaded. Try again.");
    }
    setLoading(false);
  };
  const close = (made: number) => {
    setOpen(false);
    if (made > 0) onImported();
  };
  return (
    <>
      <Button
        className="needs-scripts"
        variant="secondary"
        size="sm"
        icon={fileBraces}
        aria-haspopup="dialog"
        busy={isLoading}
        onClick={open}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        Import JSON
      </Button>
      {isOpen && Dialog && <Dialog onClose={close} />}
    </>
  );
}

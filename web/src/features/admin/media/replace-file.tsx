import { useState } from "react";
import type { Media, MediaUses } from "../../../generated/api";
import { replace } from "../../../ui/base/icons-admin.generated";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog";
import { toast } from "../../../ui/overlay/toast-store";
import { FileButton } from "../shared/file-button";
import { replacementText } from "./replacement-text";
import { replaceImage } from "./upload";
import { ACCEPT, failureMessage, refusal } from "./upload-rules";

interface ReplaceFileProps {
  media: Media;
  /** Where the image is used; null until known. */
  uses: MediaUses | null;
  onReplaced: (media: Media) => void;
}

/** Replaces the file of an image, after saying where the change will be visible. */
export function ReplaceFile({ media, uses, onReplaced }: ReplaceFileProps) {
  const [file, setFile] = useState<File | null>(null);
  const [isBusy, setBusy] = useState(false);

  const choose = ([chosen]: File[]) => {
    if (!chosen) return;
    const refused = refusal(chosen, "gallery");
    if (refused) toast("error", refused.title, refused.text);
    else setFile(chosen);
  };
  const send = async () => {
    if (!file) return false;
    setBusy(true);
    const result = await replaceImage(media.id, file);
    setBusy(false);
    if (result.ok) {
      toast("success", "File replaced", result.data.file_name);
      onReplaced(result.data);
    } else {
      const said = failureMessage(result.status, result.error, "gallery");
      toast("error", "File was not replaced", said.text);
    }
    return result.ok;
  };
  return (
    <>
      <FileButton label="Replace file" icon={replace} accept={ACCEPT} onFiles={choose} />
      <ConfirmDialog
        open={file !== null}
        onClose={() => setFile(null)}
        kind="Replace file"
        question={`Replace ${media.file_name} with ${file?.name ?? ""}?`}
        action="Replace file"
        variant="primary"
        busyLabel="Replacing..."
        isBusy={isBusy}
        keep="Cancel"
        onConfirm={send}
      >
        <p>{replacementText(uses)}</p>
        <p>
          The old file is deleted, and its address leads to the new one. Check that the alt text
          still fits.
        </p>
      </ConfirmDialog>
    </>
  );
}

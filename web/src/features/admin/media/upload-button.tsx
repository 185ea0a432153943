import type { ComponentProps } from "react";
import { upload } from "../../../ui/base/icons-admin.generated";
import { FileButton } from "../shared/file-button";
import { ACCEPT } from "./upload-rules";

type UploadButtonProps = Omit<ComponentProps<typeof FileButton>, "accept" | "icon" | "busyLabel">;

/** Chooses images from the computer. */
export function UploadButton(props: UploadButtonProps) {
  return <FileButton {...props} accept={ACCEPT} icon={upload} busyLabel="Uploading..." />;
}

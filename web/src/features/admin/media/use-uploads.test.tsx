import { afterEach, expect, it, vi } from "vitest";
import type { Media } from "../../../generated/api";
import { doing, render, unmount } from "../../../test-support/render";
import { dismissToast, useToast } from "../../../ui/overlay/toast-store";
import { uploadImage } from "./upload";
import { useUploads } from "./use-uploads";

vi.mock("./upload");

afterEach(async () => {
  dismissToast();
  await unmount();
});

/** Returns a file of `size` bytes. */
const file = (name: string, size = 1) =>
  Object.defineProperty(new File([], name), "size", { value: size });

function Uploader({ files }: { files: File[] }) {
  const { upload } = useUploads("gallery", () => {});
  return (
    <button type="button" onClick={() => void upload(files)}>
      Upload
    </button>
  );
}

it.each([
  [
    "which of several files were not uploaded",
    [file("big.png", 6_000_000), file("a.png"), file("bad.txt")],
    {
      kind: "error",
      title: "Upload Failed",
      text: "1 of 3 uploaded. big.png: File too large (max 5MB); bad.txt: Not an image",
    },
  ],
  [
    "that all were uploaded",
    [file("a.png"), file("b.png")],
    {
      kind: "success",
      title: "Upload Successful",
      text: "Image has been uploaded and added to the media gallery",
    },
  ],
  [
    "why the one file was not",
    [file("bad.txt")],
    { kind: "error", title: "Upload Failed", text: "Not an image" },
  ],
  [
    "that no file was chosen",
    [],
    { kind: "error", title: "Upload Failed", text: "No file selected" },
  ],
])("says %s", async (_, files, said) => {
  vi.mocked(uploadImage).mockImplementation(async ({ name }) =>
    name.endsWith(".png")
      ? { ok: true, data: { id: name } as Media }
      : { ok: false, status: 422, error: { code: "invalid", message: "Not an image" } },
  );
  const view = await render(<Uploader files={files} />);
  await doing(() => view.querySelector("button")?.click());
  await vi.waitFor(() => expect(useToast.getState()).toMatchObject(said));
});

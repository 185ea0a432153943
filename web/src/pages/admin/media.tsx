import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { FormDialog } from "../../features/admin/lists/staff-form";
import { StaffList } from "../../features/admin/lists/staff-list";
import { useRefresh } from "../../features/admin/lists/use-refresh";
import { FolderLinks } from "../../features/admin/media/folder-links";
import { MediaDetails } from "../../features/admin/media/media-details";
import { MediaGrid } from "../../features/admin/media/media-grid";
import { UploadButton } from "../../features/admin/media/upload-button";
import { UploadZone } from "../../features/admin/media/upload-zone";
import { useUploads } from "../../features/admin/media/use-uploads";
import type { AdminMediaProps, Media } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";
import "../../styles/media.css";

export const chrome = { layout: AdminLayout, title: "Media Gallery" };

/** List of all images of the library. Its filters are in the address. */
export default function AdminMedia({ list, search, folder }: AdminMediaProps) {
  const [media, setMedia] = useState(list.media);
  const [open, setOpen] = useState<Media | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const refresh = useRefresh();
  useEffect(() => setMedia(list.media), [list]);
  // What is in a folder changes the numbers of folders, and maybe what is shown: the server knows both.
  const refreshFor = (folder: string) => {
    if (folder) refresh();
  };
  const onAdded = (added: Media) => {
    setMedia((before) => [added, ...before]);
    refreshFor(added.folder);
  };
  const { running, waiting, upload, answered } = useUploads("gallery", onAdded, folder);
  const onChanged = (changed: Media) => {
    setMedia((before) => before.map((one) => (one.id === changed.id ? changed : one)));
    // The dialog may have been closed, or show another image by now.
    setOpen((now) => (now?.id === changed.id ? changed : now));
    if (open?.id === changed.id && open.folder !== changed.folder) refresh();
  };
  const state = { path: "/admin/media", search, filters: { folder } };
  // What was uploaded or removed since the list was fetched counts too.
  const total = list.total + media.length - list.media.length;

  return (
    <>
      <StaffList
        state={state}
        paging={{ ...list, total }}
        shown={media.length}
        one="image"
        many="images"
        title="Media Gallery"
        heading={heading}
        searchLabel="Search media"
        placeholder="name or alt text"
        actions={null}
        lead={
          <UploadZone
            running={running}
            waiting={waiting}
            onAnswered={answered}
            onDescribed={onChanged}
            onFiles={upload}
            folder={folder}
          >
            <UploadButton label="Upload images" multiple onFiles={upload} />
          </UploadZone>
        }
        filters={<FolderLinks state={state} folders={list.folders} folder={folder} />}
        failure={{
          refused: "Failed to fetch media",
          lost: ["Failed to fetch media", "Check the connection."],
        }}
      >
        <MediaGrid media={media} chosen={open?.id} verb="Open" onChoose={setOpen} />
      </StaffList>
      <FormDialog
        open={open !== null}
        onClose={() => setOpen(null)}
        kind={open?.file_name ?? ""}
        size="wide"
      >
        {open && (
          <MediaDetails
            key={open.id}
            media={open}
            folders={list.folders.map(({ name }) => name)}
            onChanged={onChanged}
            onAdded={onAdded}
            onRemoved={() => {
              flushSync(() => {
                setOpen((now) => (now?.id === open.id ? null : now));
                setMedia((before) => before.filter((one) => one.id !== open.id));
              });
              // The tile that had the focus is gone.
              heading.current?.focus({ preventScroll: true });
              refreshFor(open.folder);
            }}
          />
        )}
      </FormDialog>
    </>
  );
}

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { FormDialog } from "../../features/admin/lists/staff-form";
import { StaffList } from "../../features/admin/lists/staff-list";
import { useRefreshAt } from "../../features/admin/lists/use-refresh";
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
  const [open, setOpen] = useState<Media | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const refresh = useRefreshAt("/admin/media");
  const { running, waiting, upload, answered } = useUploads("gallery", refresh, folder);
  const onChanged = (changed: Media) => {
    // The dialog may have been closed, or show another image by now.
    setOpen((now) => (now?.id === changed.id ? changed : now));
    refresh();
  };
  const state = { path: "/admin/media", search, filters: { folder } };

  return (
    <>
      <StaffList
        state={state}
        paging={list}
        shown={list.media.length}
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
        <MediaGrid media={list.media} chosen={open?.id} verb="Open" onChoose={setOpen} />
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
            onChanged={(changed) => {
              if (changed.alt_text !== open.alt_text) answered(open.id, true);
              onChanged(changed);
            }}
            onAdded={refresh}
            onRemoved={() => {
              answered(open.id, true);
              flushSync(() => setOpen((now) => (now?.id === open.id ? null : now)));
              // The focused tile is removed.
              heading.current?.focus({ preventScroll: true });
              refresh();
            }}
          />
        )}
      </FormDialog>
    </>
  );
}

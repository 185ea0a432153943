import { useEffect, useState } from "react";
import { StaffList } from "../../features/admin/lists/staff-list";
import { MediaDetails } from "../../features/admin/media/media-details";
import { MediaGrid } from "../../features/admin/media/media-grid";
import { UploadButton } from "../../features/admin/media/upload-button";
import { UploadZone } from "../../features/admin/media/upload-zone";
import { useUploads } from "../../features/admin/media/use-uploads";
import type { AdminMediaProps, Media } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";
import { Dialog } from "../../ui/overlay/dialog";
import "../../styles/media.css";

export const chrome = { layout: AdminLayout, title: "Media Gallery" };

/** Every image of the library. What is shown stands in the address. */
export default function AdminMedia({ list, search }: AdminMediaProps) {
  const [media, setMedia] = useState(list.media);
  const [openId, setOpenId] = useState<string | null>(null);
  useEffect(() => setMedia(list.media), [list]);
  const onAdded = (added: Media) => setMedia((before) => [added, ...before]);
  const { running, waiting, upload, answered } = useUploads("gallery", onAdded);
  const onFiles = (files: File[]) => void upload(files);
  const onChanged = (changed: Media) =>
    setMedia((before) => before.map((one) => (one.id === changed.id ? changed : one)));
  const open: Media | undefined = media.find((one) => one.id === openId);
  // What was uploaded or removed since the list was fetched counts too.
  const total = list.total + media.length - list.media.length;

  return (
    <>
      <StaffList
        state={{ path: "/admin/media", search }}
        paging={{ ...list, total }}
        shown={media.length}
        one="image"
        many="images"
        title="Media Gallery"
        searchLabel="Search media"
        placeholder="name or alt text"
        actions={null}
        lead={
          <UploadZone
            running={running}
            waiting={waiting}
            onAnswered={answered}
            onDescribed={onChanged}
            onFiles={onFiles}
          >
            <UploadButton label="Upload images" multiple onFiles={onFiles} />
          </UploadZone>
        }
        failure={{
          refused: "Failed to fetch media",
          lost: ["Failed to fetch media", "Check the connection."],
        }}
      >
        <MediaGrid
          media={media}
          chosen={openId}
          verb="Open"
          onChoose={(one) => setOpenId(one.id)}
        />
      </StaffList>
      <Dialog
        open={open !== undefined}
        onClose={() => setOpenId(null)}
        title={open?.file_name ?? ""}
        size="wide"
      >
        {open && (
          <MediaDetails
            key={open.id}
            media={open}
            onChanged={onChanged}
            onAdded={onAdded}
            onRemoved={() => {
              setOpenId(null);
              setMedia((before) => before.filter((one) => one.id !== open.id));
            }}
          />
        )}
      </Dialog>
    </>
  );
}

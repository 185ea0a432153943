import { useEffect, useState } from "react";
import { MediaDetails } from "../../features/admin/media/media-details";
import { MediaGrid } from "../../features/admin/media/media-grid";
import { UploadButton } from "../../features/admin/media/upload-button";
import { UploadZone } from "../../features/admin/media/upload-zone";
import { useUploads } from "../../features/admin/media/use-uploads";
import type { AdminMediaProps, Media } from "../../generated/api";
import { AdminLayout } from "../../layout/admin/admin-layout";
import { isViewOf, useVisitFailure } from "../../lib/use-visit-failure";
import { Pagination } from "../../ui/base/pagination";
import { EmptyState } from "../../ui/data/empty-state";
import { SearchField } from "../../ui/data/search-field";
import { Dialog } from "../../ui/overlay/dialog";
import { toast } from "../../ui/overlay/toast-store";
import "../../styles/media.css";

export const chrome = { layout: AdminLayout };

function pageUrl(search: string, page: number): string {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return text ? `/admin/media?${text}` : "/admin/media";
}

/** Every image of the library. What is shown stands in the address. */
export default function AdminMedia({ list, search }: AdminMediaProps) {
  const [media, setMedia] = useState(list.media);
  const [openId, setOpenId] = useState<string | null>(null);
  useEffect(() => setMedia(list.media), [list]);
  const { running, upload } = useUploads("gallery", (one) =>
    setMedia((before) => [one, ...before]),
  );
  const onFiles = (files: File[]) => void upload(files);
  useVisitFailure(isViewOf("/admin/media"), ({ reason }) =>
    toast("error", "Failed to fetch media", reason ?? "Check the connection."),
  );
  const open: Media | undefined = media.find((one) => one.id === openId);
  // What was uploaded or removed since the list was fetched counts too.
  const total = list.total + media.length - list.media.length;
  const count = `${total} ${total === 1 ? "image" : "images"}`;

  return (
    <>
      <div className="admin-head">
        <h1 className="text-d3">Media Gallery</h1>
      </div>
      <div className="media-library">
        <UploadZone running={running} onFiles={onFiles}>
          <UploadButton label="Upload images" multiple onFiles={onFiles} />
        </UploadZone>
        <search>
          <form action="/admin/media" method="get" data-scroll="keep">
            <SearchField
              key={search}
              label="Search media"
              name="search"
              placeholder="name or alt text"
              defaultValue={search}
              count={count}
              clearHref={search ? "/admin/media" : undefined}
            />
          </form>
        </search>
        {media.length === 0 ? (
          <div className="admin-empty">
            <EmptyState query={search || "images"} title="No images found." action={null} />
          </div>
        ) : (
          <MediaGrid
            media={media}
            chosen={openId}
            verb="Open"
            onChoose={(one) => setOpenId(one.id)}
          />
        )}
        <Pagination
          page={list.page}
          pages={list.pages}
          href={(page) => pageUrl(search, page)}
          of="images"
        />
      </div>
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
            onChanged={(changed) =>
              setMedia((before) => before.map((one) => (one.id === changed.id ? changed : one)))
            }
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

import { useEffect, useId, useRef, useState } from "react";
import type { Media, MediaUses } from "../../../generated/api";
import {
  MEDIA_CHANGE_ALT_TEXT_MAX_LENGTH,
  MEDIA_CHANGE_FOLDER_MAX_LENGTH,
} from "../../../generated/limits";
import { callApi } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { trash } from "../../../ui/base/icons-admin.generated";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { Input } from "../../../ui/forms/input";
import { toast } from "../../../ui/overlay/toast-store";
import { counted } from "../lists/counted";
import { useFormDialog } from "../lists/staff-form";
import { isOutdated, reasonOf, useSignInAgain } from "../lists/use-staff-call";
import { CropButton } from "./crop-button";
import { FocusButton } from "./focus-button";
import { MediaPreview } from "./media-preview";
import { ReplaceFile } from "./replace-file";
import { isUndescribed } from "./upload-rules";
import { useMediaForm } from "./use-media-form";

interface MediaDetailsProps {
  media: Media;
  /** The names of the library's folders. */
  folders: readonly string[];
  onChanged: (media: Media) => void;
  /** Called with an image that was cropped from this one. */
  onAdded: (media: Media) => void;
  onRemoved: () => void;
}

/** One image: its file, its text, where it is used, and a button that deletes it. */
export function MediaDetails({ media, folders, onChanged, onAdded, onRemoved }: MediaDetailsProps) {
  const [uses, setUses] = useState<MediaUses | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const signInAgain = useSignInAgain();
  const listId = useId();
  const { id } = media;

  useEffect(() => {
    void callApi("GET", "/api/admin/media/{id}/uses", { path: { id } }).then((result) => {
      if (result.ok) setUses(result.data);
      else toast("error", "Could not load where this image is used", reasonOf(result.error));
    });
  }, [id]);

  const { ref, onSubmit, failure, isBusy } = useMediaForm(media, "Details", onChanged);
  const given = useRef(media.alt_text);
  // The text of an undescribed image follows its file name when the file is replaced, unless something was typed.
  useEffect(() => {
    const field = ref.current?.querySelector<HTMLInputElement>("[name=alt_text]");
    if (field?.value === given.current) field.value = media.alt_text;
    given.current = media.alt_text;
  }, [media.alt_text, ref]);

  const { setEdited } = useFormDialog();
  const compare = () => {
    const fields = [...new FormData(ref.current ?? undefined)];
    setEdited(fields.some(([name, value]) => value !== media[name as keyof Media]));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: text typed during a save is still unsaved afterwards
  useEffect(compare, [media]);

  const remove = async (force: boolean) => {
    setDeleting(true);
    const result = await callApi("DELETE", "/api/admin/media/{id}", {
      path: { id },
      query: { force },
    });
    setDeleting(false);
    if (result.ok) {
      toast("success", "Image deleted.", media.file_name);
      onRemoved();
    } else if (result.error.code === "in_use") {
      const where = result.error.fields?.used_in ?? "a post";
      if (window.confirm(`This image is used in ${where}. Delete it anyway?`)) await remove(true);
    } else if (result.status === 401) signInAgain();
    else {
      toast("error", "Error deleting image", reasonOf(result.error));
      if (isOutdated(result)) onRemoved();
    }
  };

  return (
    <section className="media-details" aria-label={media.file_name}>
      <MediaPreview media={media} />
      <div className="media-actions">
        <ReplaceFile media={media} uses={uses} onReplaced={onChanged} />
        <CropButton media={media} uses={uses} onReplaced={onChanged} onAdded={onAdded} />
        <FocusButton media={media} onChanged={onChanged} />
      </div>
      <Form
        ref={ref}
        onSubmit={onSubmit}
        onInput={compare}
        errors={failure?.fields ?? {}}
        initial={{ alt_text: media.alt_text, folder: media.folder }}
      >
        <Field
          label="Alt text"
          name="alt_text"
          hint={
            isUndescribed(media)
              ? "This is only the file name. Say what the image shows."
              : "What the image shows, for people who can't see it."
          }
        >
          <Input maxLength={MEDIA_CHANGE_ALT_TEXT_MAX_LENGTH} />
        </Field>
        <Field label="Folder" name="folder" hint="Choose or name a folder, if any.">
          <Input list={listId} autoComplete="off" maxLength={MEDIA_CHANGE_FOLDER_MAX_LENGTH} />
        </Field>
        <datalist id={listId}>
          {folders.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button type="submit" size="sm" busy={isBusy} busyLabel="Saving...">
          Save details
        </Button>
      </Form>
      {uses && <Uses of={uses} />}
      <Button
        variant="danger"
        size="sm"
        icon={trash}
        busy={isDeleting}
        busyLabel="Deleting"
        onClick={() => {
          if (window.confirm("Are you sure you want to delete this image?")) void remove(false);
        }}
      >
        Delete image
      </Button>
    </section>
  );
}

/** The posts, authors, unsaved work and earlier versions that show an image. */
function Uses({ of }: { of: MediaUses }) {
  const { posts, authors, drafts, previews, versions } = of;
  const unsaved = drafts + previews;
  if (!(posts[0] || authors[0] || unsaved || versions)) return <p>Not used anywhere.</p>;
  return (
    <div>
      <p>Used in</p>
      <ul className="media-uses">
        {posts.map((post) => (
          <li key={post.id}>
            {post.in_trash ? (
              `${post.title} (in the trash)`
            ) : (
              <a href={`/admin/blog/edit/${post.id}`}>{post.title}</a>
            )}
          </li>
        ))}
        {authors.map((name) => (
          <li key={name}>
            <a href="/admin/authors">Portrait of {name}</a>
          </li>
        ))}
        {unsaved > 0 && <li>{counted(unsaved, "unsaved version")}</li>}
        {versions > 0 && <li>{counted(versions, "earlier version")}</li>}
      </ul>
    </div>
  );
}

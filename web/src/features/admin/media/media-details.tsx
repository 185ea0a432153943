import { type FormEvent, useEffect, useState } from "react";
import type { Media, MediaUses } from "../../../generated/api";
import { callApi } from "../../../lib/api";
import { Button } from "../../../ui/base/button";
import { trash } from "../../../ui/base/icons-admin.generated";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { toast } from "../../../ui/overlay/toast-store";
import { isUndescribed } from "./upload-rules";

interface MediaDetailsProps {
  media: Media;
  onChanged: (media: Media) => void;
  onRemoved: () => void;
}

/** One image: its text, where it is used, and its removal. */
export function MediaDetails({ media, onChanged, onRemoved }: MediaDetailsProps) {
  const [text, setText] = useState(media.alt_text);
  const [uses, setUses] = useState<MediaUses | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { id } = media;

  useEffect(() => {
    let isCurrent = true;
    void callApi("GET", "/api/admin/media/{id}/uses", { path: { id } }).then((result) => {
      if (isCurrent && result.ok) setUses(result.data);
    });
    return () => {
      isCurrent = false;
    };
  }, [id]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    const result = await callApi("PATCH", "/api/admin/media/{id}", {
      path: { id },
      body: { alt_text: text },
    });
    setIsBusy(false);
    if (result.ok) {
      setText(result.data.alt_text);
      onChanged(result.data);
      toast("success", "Alt text saved");
    } else {
      toast("error", "Alt text was not saved", result.error.message || "Check the connection.");
    }
  };

  const remove = async (force: boolean) => {
    const result = await callApi("DELETE", "/api/admin/media/{id}", {
      path: { id },
      query: { force },
    });
    if (result.ok) {
      toast("success", "Image deleted.", media.file_name);
      onRemoved();
      return;
    }
    if (result.error.code === "in_use") {
      const where = result.error.fields?.used_in ?? "a post";
      if (window.confirm(`This image is used in ${where}. Delete it all the same?`)) {
        await remove(true);
      }
      return;
    }
    toast("error", "Error deleting image", result.error.message || "Check the connection.");
  };

  return (
    <section className="media-details" aria-label={media.file_name}>
      <form onSubmit={(event) => void save(event)}>
        <Field
          label="Alt text"
          hint={
            isUndescribed(media)
              ? "Check this: it is only the file’s name. Say what the image shows."
              : "What the image shows, for those who cannot see it."
          }
        >
          <Input name="alt_text" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Button type="submit" size="sm" busy={isBusy} busyLabel="Saving...">
          Save alt text
        </Button>
      </form>
      <p className="mono wrap-anywhere">
        <a href={media.url} data-native="">
          {media.url}
        </a>
      </p>
      {uses?.posts.length === 0 && <p>Not used in any post.</p>}
      {uses !== null && uses.posts.length > 0 && (
        <div>
          <p>Used in</p>
          <ul className="media-uses">
            {uses.posts.map((post) => (
              <li key={post.id}>
                <a href={`/admin/blog/edit/${post.id}`}>{post.title}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Button
        variant="danger"
        size="sm"
        icon={trash}
        onClick={() => {
          if (window.confirm("Are you sure you want to delete this image?")) void remove(false);
        }}
      >
        Delete image
      </Button>
    </section>
  );
}

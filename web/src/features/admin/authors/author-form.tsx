import { useState } from "react";
import type { AdminAuthor } from "../../../generated/api";
import {
  AUTHOR_INPUT_BIO_MAX_LENGTH,
  AUTHOR_INPUT_JOB_TITLE_MAX_LENGTH,
  AUTHOR_INPUT_NAME_MAX_LENGTH,
  AUTHOR_INPUT_SLUG_MAX_LENGTH,
} from "../../../generated/limits";
import { callApi } from "../../../lib/api";
import { fieldCheck, required } from "../../../lib/form-rules";
import { Avatar } from "../../../ui/base/avatar";
import { Field } from "../../../ui/forms/field";
import { Input, Textarea } from "../../../ui/forms/input";
import { counted } from "../lists/counted";
import { StaffForm, useFormDialog } from "../lists/staff-form";
import { MediaGalleryButton } from "../media/media-gallery-button";
import { inputOf, type LinkRow, placedErrors } from "./author-input";
import { LinksField } from "./links-field";
import "../../../styles/media.css";

const check = fieldCheck({ name: required("Name is required") });

interface AuthorFormProps {
  /** The author to edit; null adds one. */
  author: AdminAuthor | null;
  onClose: () => void;
}

/** What readers see of an author. */
export function AuthorForm({ author, onClose }: AuthorFormProps) {
  // The portrait and the links are changed by buttons, which fire no input event.
  const { setEdited } = useFormDialog();
  const [name, setName] = useState(author?.name ?? "");
  const [portrait, setPortrait] = useState(author?.portrait ?? "");
  const [links, setLinks] = useState<LinkRow[]>(() =>
    (author?.links ?? []).map((link, id) => ({ ...link, id })),
  );

  const isRenamed = author !== null && author.posts > 0 && name.trim() !== author.name;

  return (
    <StaffForm
      check={check}
      send={(values) => {
        const body = inputOf({ ...values, portrait }, links, author);
        return author
          ? callApi("PUT", "/api/admin/authors/{id}", { path: { id: author.id }, body })
          : callApi("POST", "/api/admin/authors", { body });
      }}
      placed={(errors) => placedErrors(errors, links)}
      done={(saved) => [author ? "Author saved." : "Author added.", saved.name]}
      initial={{
        slug: author?.slug ?? "",
        job_title: author?.job_title ?? "",
        years_of_experience: author?.years_of_experience?.toString() ?? "",
        bio: author?.bio ?? "",
      }}
      submit={author ? "Save author" : "Add author"}
      onClose={onClose}
    >
      {(isBusy) => (
        <>
          <Field
            label="Name"
            name="name"
            required
            hint={
              isRenamed
                ? `Also changes the name in ${counted(author.posts, "post")}.`
                : "Posts with this name in their Author field belong to the author."
            }
          >
            <Input
              maxLength={AUTHOR_INPUT_NAME_MAX_LENGTH}
              readOnly={isBusy}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Field label="URL slug" name="slug" hint="If empty, created from the name.">
            <Input
              maxLength={AUTHOR_INPUT_SLUG_MAX_LENGTH}
              autoCapitalize="none"
              spellCheck={false}
              readOnly={isBusy}
            />
          </Field>
          <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_12rem]">
            <Field label="Job title" name="job_title">
              <Input maxLength={AUTHOR_INPUT_JOB_TITLE_MAX_LENGTH} readOnly={isBusy} />
            </Field>
            <Field label="Years of experience" name="years_of_experience">
              <Input type="number" min={0} max={99} className="num" readOnly={isBusy} />
            </Field>
          </div>
          <Field label="Biography" name="bio" hint="Plain text. Two or three sentences are enough.">
            <Textarea rows={5} maxLength={AUTHOR_INPUT_BIO_MAX_LENGTH} readOnly={isBusy} />
          </Field>
          <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-4">
            <Avatar
              name={name}
              src={/^(https?:\/\/|\/)\S+$/.test(portrait) ? portrait : null}
              size="lg"
            />
            <div>
              <Field
                label="Portrait"
                name="portrait"
                hint="Square. A web address (https://…) or a path on this site (/media/…)."
              >
                <Input
                  inputMode="url"
                  autoCapitalize="none"
                  spellCheck={false}
                  readOnly={isBusy}
                  value={portrait}
                  onChange={(event) => setPortrait(event.target.value)}
                />
              </Field>
              <div className="image-actions">
                <MediaGalleryButton
                  disabled={isBusy}
                  onPick={({ url }) => {
                    setPortrait(url);
                    setEdited(true);
                  }}
                />
              </div>
            </div>
          </div>
          <LinksField
            links={links}
            readOnly={isBusy}
            onChange={(changed) => {
              setLinks(changed);
              setEdited(true);
            }}
          />
        </>
      )}
    </StaffForm>
  );
}

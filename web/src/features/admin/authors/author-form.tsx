import { useState } from "react";
import { flushSync } from "react-dom";
import type { AdminAuthor } from "../../../generated/api";
import {
  AUTHOR_INPUT_BIO_MAX_LENGTH,
  AUTHOR_INPUT_JOB_TITLE_MAX_LENGTH,
  AUTHOR_INPUT_NAME_MAX_LENGTH,
  AUTHOR_INPUT_SLUG_MAX_LENGTH,
} from "../../../generated/limits";
import { type ApiFailure, callApi } from "../../../lib/api";
import type { Values } from "../../../lib/form-rules";
import { useNavigate } from "../../../lib/site-context";
import { Avatar } from "../../../ui/base/avatar";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { Input, Textarea } from "../../../ui/forms/input";
import { Notice } from "../../../ui/forms/notice";
import { useForm } from "../../../ui/forms/use-form";
import { toast } from "../../../ui/overlay/toast-store";
import { reasonOf, useSignInAgain } from "../lists/use-staff-call";
import { MediaGalleryButton } from "../media/media-gallery-button";
import { inputOf, type LinkRow, placedErrors } from "./author-input";
import { LinksField } from "./links-field";
import "../../../styles/media.css";

interface AuthorFormProps {
  /** The author to edit; null adds one. */
  author: AdminAuthor | null;
  onClose: () => void;
}

/** What readers see of an author. */
export function AuthorForm({ author, onClose }: AuthorFormProps) {
  const navigate = useNavigate();
  const signInAgain = useSignInAgain();
  const [name, setName] = useState(author?.name ?? "");
  const [portrait, setPortrait] = useState(author?.portrait ?? "");
  const [links, setLinks] = useState<LinkRow[]>(() =>
    (author?.links ?? []).map((link, id) => ({ ...link, id })),
  );

  const send = (values: Values) => {
    const body = inputOf({ ...values, name, portrait }, links, author);
    return author
      ? callApi("PUT", "/api/admin/authors/{id}", { path: { id: author.id }, body })
      : callApi("POST", "/api/admin/authors", { body });
  };
  const form = useForm({
    check: () => (name.trim() ? null : { fields: { name: "Name is required" }, message: null }),
    send,
    failureOf: ({ status, error }: ApiFailure) => {
      if (status === 401) signInAgain();
      const fields = placedErrors(error.fields ?? {}, links);
      return { fields, message: Object.keys(fields).length > 0 ? null : reasonOf(error) };
    },
    onDone: (saved) => {
      toast("success", author ? "Author saved." : "Author added.", saved.name);
      flushSync(onClose);
      navigate(location.pathname + location.search, { replace: true, keepScroll: true });
    },
  });
  const isRenamed = author !== null && author.posts > 0 && name.trim() !== author.name;

  return (
    <Form
      ref={form.ref}
      onSubmit={(event) => {
        // Enter in the search of the gallery, which opens over this form, is not meant for it.
        const over = document.activeElement?.closest("dialog");
        if (over === event.currentTarget.closest("dialog")) form.onSubmit(event);
        else event.preventDefault();
      }}
      errors={form.failure?.fields ?? {}}
      initial={{
        slug: author?.slug ?? "",
        job_title: author?.job_title ?? "",
        years_of_experience: author?.years_of_experience?.toString() ?? "",
        bio: author?.bio ?? "",
      }}
      className="grid gap-5"
    >
      {form.failure?.message && (
        <Notice kind="error" role="alert">
          <p>{form.failure.message}</p>
        </Notice>
      )}
      <Field
        label="Name"
        name="name"
        required
        hint={
          isRenamed
            ? `Also changes the name in ${author.posts} ${author.posts === 1 ? "post" : "posts"}.`
            : "Posts with this name in their Author field belong to the author."
        }
      >
        <Input
          maxLength={AUTHOR_INPUT_NAME_MAX_LENGTH}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="URL slug" name="slug" hint="If empty, made from the name.">
        <Input maxLength={AUTHOR_INPUT_SLUG_MAX_LENGTH} autoCapitalize="none" spellCheck={false} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <Field label="Job title" name="job_title">
          <Input maxLength={AUTHOR_INPUT_JOB_TITLE_MAX_LENGTH} />
        </Field>
        <Field label="Years of experience" name="years_of_experience">
          <Input type="number" min={0} max={99} className="num" />
        </Field>
      </div>
      <Field label="Biography" name="bio" hint="Plain text. Two or three sentences are enough.">
        <Textarea rows={5} maxLength={AUTHOR_INPUT_BIO_MAX_LENGTH} />
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
            hint="Square. A web address (https://…) or a path of this site (/media/…)."
          >
            <Input
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              value={portrait}
              onChange={(event) => setPortrait(event.target.value)}
            />
          </Field>
          <div className="image-actions">
            <MediaGalleryButton onPick={({ url }) => setPortrait(url)} />
          </div>
        </div>
      </div>
      <LinksField links={links} onChange={setLinks} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={form.isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} busyLabel="Saving...">
          {author ? "Save author" : "Add author"}
        </Button>
      </div>
    </Form>
  );
}

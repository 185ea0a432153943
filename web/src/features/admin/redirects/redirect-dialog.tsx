import { useId } from "react";
import {
  REDIRECT_INPUT_SOURCE_MAX_LENGTH,
  REDIRECT_INPUT_TARGET_MAX_LENGTH,
} from "../../../generated/limits";
import { type ApiFailure, callApi } from "../../../lib/api";
import { type FieldErrors, hasErrors } from "../../../lib/form-rules";
import { useNavigate } from "../../../lib/site-context";
import { Button } from "../../../ui/base/button";
import { Field } from "../../../ui/forms/field";
import { Form } from "../../../ui/forms/form";
import { Input } from "../../../ui/forms/input";
import { useForm } from "../../../ui/forms/use-form";
import { Dialog } from "../../../ui/overlay/dialog";
import { toast } from "../../../ui/overlay/toast-store";
import { reasonOf, useSignInAgain } from "../lists/use-staff-call";

/** What the form begins with; a redirect that exists has an id. */
export interface RedirectDraft {
  id?: string;
  source: string;
  target: string;
}

interface RedirectDialogProps {
  /** Null while the dialog is closed. */
  draft: RedirectDraft | null;
  onClose: () => void;
}

/** Makes or changes a redirect. */
export function RedirectDialog({ draft, onClose }: RedirectDialogProps) {
  const heading = useId();
  return (
    <Dialog
      open={draft !== null}
      onClose={onClose}
      title={draft?.id ? "edit redirect" : "add redirect"}
      labelledBy={heading}
    >
      {draft && <RedirectForm draft={draft} onClose={onClose} heading={heading} />}
    </Dialog>
  );
}

interface RedirectFormProps {
  draft: RedirectDraft;
  onClose: () => void;
  /** Id of the heading. */
  heading: string;
}

function RedirectForm({ draft, onClose, heading }: RedirectFormProps) {
  const { id, source, target } = draft;
  const navigate = useNavigate();
  const signInAgain = useSignInAgain();
  const form = useForm({
    check: (values) => {
      const fields: FieldErrors = {};
      if (!values.source?.trim()) fields.source = "Enter a path of this site, such as /old-page";
      if (!values.target?.trim()) fields.target = "Enter where the address leads";
      return hasErrors(fields) ? { fields, failed: null } : null;
    },
    send: ({ source = "", target = "" }) => {
      const body = { source, target };
      return id
        ? callApi("PUT", "/api/admin/redirects/{id}", { path: { id }, body })
        : callApi("POST", "/api/admin/redirects", { body });
    },
    failureOf: (failed: ApiFailure) => ({ fields: failed.error.fields ?? {}, failed }),
    onDone: ({ source, target }) => {
      toast("success", "Redirect saved.", `${source} leads to ${target}`);
      onClose();
      navigate(location.pathname + location.search, { replace: true, keepScroll: true });
    },
    onFailed: ({ fields, failed }: { fields: FieldErrors; failed: ApiFailure | null }) => {
      if (failed?.status === 401) signInAgain();
      else if (failed && !hasErrors(fields))
        toast("error", "The redirect was not saved", reasonOf(failed.error));
    },
    fallback: "[name=source]",
  });
  return (
    <Form
      className="grid gap-5"
      ref={form.ref}
      onSubmit={form.onSubmit}
      errors={form.failure?.fields ?? {}}
      initial={{ source, target }}
    >
      <h2 id={heading} className="text-d4">
        {id ? "Edit redirect" : "Add redirect"}
      </h2>
      <Field label="From" name="source" required hint="A path of this site without a page.">
        <Input
          maxLength={REDIRECT_INPUT_SOURCE_MAX_LENGTH}
          placeholder="/old-page"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Field
        label="To"
        name="target"
        required
        hint="A path of this site, or an address that begins with https://"
      >
        <Input
          maxLength={REDIRECT_INPUT_TARGET_MAX_LENGTH}
          placeholder="/blog/new-page"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <p className="text-soft">
        The redirect is permanent (301): search engines replace the old address by the new one.
      </p>
      <div className="confirm-actions">
        <Button variant="secondary" disabled={form.isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} busyLabel="Saving...">
          Save redirect
        </Button>
      </div>
    </Form>
  );
}

import {
  REDIRECT_INPUT_SOURCE_MAX_LENGTH,
  REDIRECT_INPUT_TARGET_MAX_LENGTH,
} from "../../../generated/limits";
import { callApi } from "../../../lib/api";
import { fieldCheck, required } from "../../../lib/form-rules";
import { Field } from "../../../ui/forms/field";
import { Input } from "../../../ui/forms/input";
import { FormDialog, StaffForm } from "../lists/staff-form";

const check = fieldCheck({
  source: required("Enter a path on this site, such as /old-page"),
  target: required("Enter a destination"),
});

/** Initial values of the form; an existing redirect has an id. */
export interface RedirectDraft {
  id?: string;
  source: string;
  target: string;
}

interface RedirectDialogProps {
  /** The redirect to edit; null while the dialog is closed. */
  draft: RedirectDraft | null;
  onClose: () => void;
}

/** Creates or changes a redirect. */
export function RedirectDialog({ draft, onClose }: RedirectDialogProps) {
  return (
    <FormDialog
      open={draft !== null}
      onClose={onClose}
      kind={draft?.id ? "edit redirect" : "add redirect"}
      heading={draft?.id ? "Edit redirect" : "Add redirect"}
    >
      {draft && <RedirectForm draft={draft} onClose={onClose} />}
    </FormDialog>
  );
}

function RedirectForm({ draft, onClose }: { draft: RedirectDraft; onClose: () => void }) {
  const { id, source, target } = draft;
  return (
    <StaffForm
      check={check}
      send={({ source = "", target = "" }) => {
        const body = { source, target };
        return id
          ? callApi("PUT", "/api/admin/redirects/{id}", { path: { id }, body })
          : callApi("POST", "/api/admin/redirects", { body });
      }}
      done={({ source, target }) => ["Redirect saved.", `${source} leads to ${target}`]}
      initial={{ source, target }}
      submit="Save redirect"
      onClose={onClose}
    >
      {(isBusy) => (
        <>
          <Field label="From" name="source" required hint="A path on this site that has no page.">
            <Input
              maxLength={REDIRECT_INPUT_SOURCE_MAX_LENGTH}
              placeholder="/old-page"
              autoComplete="off"
              spellCheck={false}
              readOnly={isBusy}
            />
          </Field>
          <Field
            label="To"
            name="target"
            required
            hint="A path on this site, or an address starting with https://"
          >
            <Input
              maxLength={REDIRECT_INPUT_TARGET_MAX_LENGTH}
              placeholder="/blog/new-page"
              autoComplete="off"
              spellCheck={false}
              readOnly={isBusy}
            />
          </Field>
          <p className="text-soft">
            The redirect is permanent (301): search engines replace the old address with the new
            one.
          </p>
        </>
      )}
    </StaffForm>
  );
}

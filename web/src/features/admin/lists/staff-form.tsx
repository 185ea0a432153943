import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { ApiFailure, ApiResult } from "../../../lib/api";
import { type FieldErrors, hasErrors, type Values } from "../../../lib/form-rules";
import { Button } from "../../../ui/base/button";
import { Form } from "../../../ui/forms/form";
import { Notice } from "../../../ui/forms/notice";
import { useForm } from "../../../ui/forms/use-form";
import { Dialog } from "../../../ui/overlay/dialog";
import { toast } from "../../../ui/overlay/toast-store";
import { withSession } from "../accounts/recent-sign-in";
import { useUnkeptLeaveGuard } from "../shared/use-leave-guard";
import { useRefresh } from "./use-refresh";
import { isOutdated, reasonOf } from "./use-staff-call";

interface StaffFormProps<T> {
  /** Returns the messages for invalid fields, before anything is sent. */
  check: (values: Values) => FieldErrors;
  send: (values: Values) => Promise<ApiResult<T>>;
  /** Maps the server's messages to the names of the fields, where these differ. */
  placed?: (errors: FieldErrors) => FieldErrors;
  /** Title and second line of the toast on success. */
  done: (answer: T) => [title: string, detail?: string];
  /** Initial values of the fields. */
  initial?: Values;
  /** Label of the submit button. */
  submit: string;
  busyLabel?: string;
  onClose: () => void;
  /** Renders the fields; they are read-only while `isBusy`. */
  children: (isBusy: boolean) => ReactNode;
}

interface Failure {
  fields: FieldErrors;
  /** Why saving failed, if no field is invalid. */
  message: string | null;
}

const DialogOfForm = createContext({
  /** Sets whether the form is being sent. */
  setBusy: (_isBusy: boolean) => {},
  /** Sets whether the form has unsaved changes. */
  setEdited: (_isEdited: boolean) => {},
  /** Closes the dialog, unless the person decides to keep unsaved changes. */
  cancel: () => {},
});

/** Returns the functions by which a form reports its state to the `FormDialog` around it. */
export const useFormDialog = () => useContext(DialogOfForm);

/**
 * A form of staff in a dialog. Once the server accepts it, the dialog closes and the list behind it is fetched again.
 * If the session has ended, a dialog over the form asks for a new sign-in.
 */
export function StaffForm<T>(props: StaffFormProps<T>) {
  const { check, send, placed, done, initial, submit, busyLabel, onClose, children } = props;
  const refresh = useRefresh();
  /** The page from which the form was sent. */
  const sentFrom = useRef("");
  const { setBusy, setEdited, cancel } = useFormDialog();
  const form = useForm({
    check: (values): Failure | null => {
      const fields = check(values);
      return hasErrors(fields) ? { fields, message: null } : null;
    },
    send: async (values) => {
      sentFrom.current = location.pathname;
      setBusy(true);
      const result = await withSession(() => send(values));
      setBusy(false);
      // Typed text stays; the next time the form opens, it has the newest version.
      if (!result.ok && isOutdated(result) && location.pathname === sentFrom.current) refresh();
      return result;
    },
    failureOf: ({ error }: ApiFailure): Failure => {
      const fields = error.fields ?? {};
      const shown = placed ? placed(fields) : fields;
      return { fields: shown, message: hasErrors(shown) ? null : reasonOf(error) };
    },
    onDone: (answer) => {
      toast("success", ...done(answer));
      // The focus must be back on the button that opened the dialog before the list renders again.
      flushSync(onClose);
      if (location.pathname === sentFrom.current) refresh();
    },
    fallback: "input, textarea",
  });
  return (
    <Form
      className="grid gap-5"
      ref={form.ref}
      onSubmit={form.onSubmit}
      onInput={(event) => {
        // React also bubbles events from dialogs that the form opens, which are elsewhere in the document.
        if (event.currentTarget.contains(event.target as Node)) setEdited(true);
      }}
      errors={form.failure?.fields ?? {}}
      initial={initial}
    >
      {form.failure?.message && (
        <Notice kind="error" role="alert">
          <p>{form.failure.message}</p>
        </Notice>
      )}
      {children(form.isBusy)}
      <div className="confirm-actions">
        <Button variant="secondary" disabled={form.isBusy} onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" busy={form.isBusy} busyLabel={busyLabel ?? "Saving..."}>
          {submit}
        </Button>
      </div>
    </Form>
  );
}

interface FormDialogProps extends Pick<ComponentProps<typeof Dialog>, "open" | "onClose" | "size"> {
  /** Mono line in the header. */
  kind: string;
  /** Default: `kind` names the dialog. */
  heading?: string;
  /** The form. */
  children: ReactNode;
}

/**
 * A dialog with a form. It cannot be closed while the form is being sent. With unsaved changes, it asks before it
 * closes and before the page is left.
 */
export function FormDialog({ open, ...rest }: FormDialogProps) {
  return open ? <OpenFormDialog {...rest} /> : null;
}

function OpenFormDialog(props: Omit<FormDialogProps, "open">) {
  const { kind, heading, size, onClose, children } = props;
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [isEdited, setEdited] = useState(false);
  useUnkeptLeaveGuard(isEdited);
  const cancel = () => {
    if (isEdited && !window.confirm("Discard your unsaved changes?")) return;
    setEdited(false);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={cancel}
      size={size}
      title={kind}
      labelledBy={heading && id}
      locked={isBusy}
    >
      {heading && (
        <h2 id={id} className="mb-5 text-d4">
          {heading}
        </h2>
      )}
      <DialogOfForm value={{ setBusy, setEdited, cancel }}>{children}</DialogOfForm>
    </Dialog>
  );
}

import { type ComponentProps, createContext, useContext } from "react";
import type { FieldErrors, Values } from "../../lib/form-rules";

interface FormProps extends ComponentProps<"form"> {
  /** Error messages by field name. */
  errors: FieldErrors;
  /** Initial values of the fields, such as those of a rejected POST. */
  initial?: Values;
  /** Id of a notice that contains all messages. They are then not shown at the fields, which the notice describes. */
  noticeId?: string;
}

interface FormFields extends Pick<FormProps, "errors" | "initial" | "noticeId"> {
  /** Name of the first invalid field in the form, set by that field when it renders. */
  first?: string;
}

const Fields = createContext<FormFields>({ errors: {} });

/** Returns the messages and initial values of the form around a field. */
export const useFormFields = (): FormFields => useContext(Fields);

/** A form whose fields take their messages and initial values from it. */
export function Form({ errors, initial, noticeId, ...rest }: FormProps) {
  return (
    <Fields value={{ errors, initial, noticeId }}>
      <form noValidate {...rest} />
    </Fields>
  );
}

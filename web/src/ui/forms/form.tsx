import { type ComponentProps, createContext, useContext } from "react";
import type { FieldErrors, Values } from "../../lib/form-rules";

interface FormProps extends ComponentProps<"form"> {
  /** Error messages by field name. */
  errors: FieldErrors;
  /** First values of the fields, such as those of a POST that was not accepted. */
  initial?: Values;
  /** Id of a notice that says what each of the messages says. They are not drawn then; it describes the fields. */
  noticeId?: string;
}

interface FormFields extends Pick<FormProps, "errors" | "initial" | "noticeId"> {
  /** Name of the first field in the form that is wrong. Set by that field when it is drawn. */
  first?: string;
}

const Fields = createContext<FormFields>({ errors: {} });

/** The messages and first values of the form around a field. */
export const useFormFields = (): FormFields => useContext(Fields);

/** A form whose fields read their messages and first values from it. */
export function Form({ errors, initial, noticeId, ...rest }: FormProps) {
  return (
    <Fields value={{ errors, initial, noticeId }}>
      <form noValidate {...rest} />
    </Fields>
  );
}

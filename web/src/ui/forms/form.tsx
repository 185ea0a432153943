import { type ComponentProps, createContext, useContext } from "react";
import type { FieldErrors, Values } from "../../lib/form-rules";

interface FormProps extends ComponentProps<"form"> {
  /** Error messages by field name. */
  errors: FieldErrors;
  /** First values of the fields, such as those of a POST that was not accepted. */
  initial?: Values;
}

interface FormFields extends Pick<FormProps, "errors" | "initial"> {
  /** Name of the first field in the form that is wrong. Set by that field when it is drawn. */
  first?: string;
}

const Fields = createContext<FormFields>({ errors: {} });

/** The messages and first values of the form around a field. */
export const useFormFields = (): FormFields => useContext(Fields);

/** A form whose fields read their messages and first values from it. */
export function Form({ errors, initial, ...rest }: FormProps) {
  return (
    <Fields value={{ errors, initial }}>
      <form noValidate {...rest} />
    </Fields>
  );
}

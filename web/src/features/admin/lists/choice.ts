/** A choice of a filter: its value in the address and its name. */
export interface Choice {
  value: string;
  label: string;
  /** How many entries it shows. */
  count?: number;
}

/** What a value is called; itself when it has no name. */
export const labelOf = (choices: readonly Choice[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;

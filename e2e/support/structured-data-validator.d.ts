declare module "@adobe/structured-data-validator" {
  /** A rule that structured data breaks. */
  interface Issue {
    issueMessage: string;
    severity: "ERROR" | "WARNING";
    path: { type: string }[];
  }

  /** Checks structured data against the rules of rich results. */
  export default class Validator {
    validate(data: {
      jsonld: Record<string, unknown[]>;
      microdata: Record<string, unknown[]>;
      rdfa: Record<string, unknown[]>;
    }): Promise<Issue[]>;
  }
}

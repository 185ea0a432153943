// Prints src/generated/limits.ts: the limits that the server's contract declares for the fields of forms.
import { readFileSync } from "node:fs";

const { schemas } = JSON.parse(readFileSync("src/generated/openapi.json", "utf8")).components;

const constantCase = (name) => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();

/**
 * Returns the limits of a field, or of the entries of a list. `x-max-length` is the limit for typed text, where the
 * schema accepts more.
 */
const limitsOf = (field) => ({
  MIN_LENGTH: field.minLength,
  MAX_LENGTH: field["x-max-length"] ?? field.maxLength,
});

/** Returns the properties of a schema, including those of its inline parts. */
const propertiesOf = ({ properties, allOf = [] }) =>
  Object.assign({}, properties, ...allOf.map((part) => part.properties));

const lines = Object.entries(schemas).flatMap(([schema, definition]) =>
  Object.entries(propertiesOf(definition)).flatMap(([name, field]) =>
    Object.entries(limitsOf(field.items ?? field))
      .filter(([, limit]) => limit !== undefined)
      .map(
        ([kind, limit]) =>
          `export const ${constantCase(schema)}_${constantCase(name)}_${kind} = ${limit};`,
      ),
  ),
);
console.log(`/**
 * Made by scripts/field-limits.mjs: lengths of fields, in characters, from the server's contract. Single constants,
 * because the build inlines them.
 */
${lines.join("\n")}`);

// Checks the crates of Cargo.lock against deny.toml: licences, sources and duplicate versions. Also checks that no
// manifest in the repository has a dependency without a version.
// Usage: node scripts/crates.mjs   (prints each violation; exit code 1 if there are any)
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Returns the strings of an array in deny.toml. */
function list(section, key) {
  const toml = readFileSync("deny.toml", "utf8").replace(/^#.*$/gm, "");
  const body = toml.split(`[${section}]`)[1]?.split(/^\[/m)[0] ?? "";
  const array = new RegExp(`^${key} = \\[([^\\]]*)\\]`, "m").exec(body)?.[1];
  if (array === undefined) throw new Error(`deny.toml has no ${section}.${key}`);
  return [...array.matchAll(/"([^"]+)"/g)].map(([, text]) => text);
}

const allowed = new Set(list("licenses", "allow"));
const skipped = new Set(list("bans", "skip"));

/** Whether an SPDX expression can be satisfied with allowed licences. `/` is the old syntax for OR. */
function isAllowed(expression) {
  const tokens = expression.replaceAll("/", " OR ").match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const term = () => {
    if (tokens[at] === "(") {
      at++;
      const inner = any();
      at++;
      return inner;
    }
    let name = tokens[at++];
    if (tokens[at] === "WITH") name = `${name} WITH ${tokens[(at += 2) - 1]}`;
    return allowed.has(name);
  };
  const all = () => {
    let met = term();
    while (tokens[at] === "AND") {
      at++;
      met = term() && met;
    }
    return met;
  };
  const any = () => {
    let met = all();
    while (tokens[at] === "OR") {
      at++;
      met = all() || met;
    }
    return met;
  };
  return any() && at === tokens.length;
}

const metadata = JSON.parse(
  execFileSync("cargo", ["metadata", "--format-version", "1", "--locked"], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  }),
);
const crates = metadata.packages.filter(({ source }) => source !== null);
const wrong = [];
for (const { name, version, license, source } of crates) {
  if (!license || !isAllowed(license))
    wrong.push(`${name} ${version}: the licence "${license ?? "none"}" is not allowed`);
  if (!source.startsWith("registry+")) wrong.push(`${name} ${version}: comes from ${source}`);
}
for (const { name, dependencies } of metadata.packages.filter(({ source }) => source === null))
  for (const dependency of dependencies)
    // Crates of this repository have a path and no version.
    if (dependency.req === "*" && !dependency.path)
      wrong.push(`${name}: takes ${dependency.name} in any version`);
/** Crates by name. */
const versions = new Map();
for (const item of crates) versions.set(item.name, [...(versions.get(item.name) ?? []), item]);
for (const [name, same] of versions) {
  const several = same.length > 1;
  if (several && !skipped.has(name))
    wrong.push(`${name}: ${same.map(({ version }) => version).join(" and ")}; one would do`);
  if (!several && skipped.has(name)) wrong.push(`${name}: no longer twice, take it off bans.skip`);
}
for (const name of skipped)
  if (!versions.has(name)) wrong.push(`${name}: no longer here, take it off bans.skip`);

for (const line of wrong) console.log(line);
console.log(`${crates.length} crates, ${wrong.length} broken rules`);
process.exit(wrong.length > 0 || crates.length === 0 ? 1 : 0);

// Writes the software bill of materials: every crate and npm package, as CycloneDX 1.6 in JSON. The output is
// reproducible.
// Usage: node scripts/sbom.mjs FILE   (checks its output; exit code 1 and a line for each fault)
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const out = process.argv[2];
if (!out) {
  console.error("usage: node scripts/sbom.mjs FILE");
  process.exit(2);
}

const run = (program, ...options) =>
  execFileSync(program, options, { encoding: "utf8", maxBuffer: 1 << 28 }).trim();

const lock = readFileSync("Cargo.lock", "utf8");
const ROOT = "foundfirst";

/** SHA-256 of each crate's package, by "name version", from Cargo.lock. */
const checksums = new Map();
for (const block of lock.split("[[package]]").slice(1)) {
  const value = (key) => new RegExp(`^${key} = "([^"]*)"`, "m").exec(block)?.[1];
  if (value("checksum")) checksums.set(`${value("name")} ${value("version")}`, value("checksum"));
}

const licences = (expression) =>
  expression ? { licenses: [{ expression: expression.replaceAll("/", " OR ") }] } : {};

/** Returns the crates of the workspace, including its own. */
function crates() {
  const metadata = JSON.parse(run("cargo", "metadata", "--format-version", "1", "--locked"));
  const refs = new Map();
  const components = metadata.packages.map(({ id, name, version, license, source, description }) => {
    const ref = `pkg:cargo/${name}@${version}`;
    refs.set(id, ref);
    const sum = checksums.get(`${name} ${version}`);
    return {
      type: "library",
      "bom-ref": ref,
      name,
      version,
      purl: ref,
      ...(description && { description: description.replaceAll(/\s+/g, " ").trim() }),
      ...licences(license),
      ...(source && sum && { hashes: [{ alg: "SHA-256", content: sum }] }),
    };
  });
  const dependencies = metadata.resolve.nodes.map(({ id, dependencies: needed }) => ({
    ref: refs.get(id),
    dependsOn: needed.map((other) => refs.get(other)).sort(),
  }));
  return { components, dependencies };
}

/** Returns the packages of a lock file. Those needed only for building or testing have the scope "excluded". */
function packages(file, isShipped) {
  const { packages: all } = JSON.parse(readFileSync(file, "utf8"));
  const found = new Map();
  for (const [path, entry] of Object.entries(all)) {
    if (!path || entry.link) continue;
    const name = entry.name ?? path.split("node_modules/").at(-1);
    const ref = `pkg:npm/${name.replace("@", "%40")}@${entry.version}`;
    const scope = isShipped && !entry.dev && !entry.devOptional ? "required" : "excluded";
    const [alg, sum] = (entry.integrity ?? "").split("-");
    const content = sum && Buffer.from(sum, "base64").toString("hex");
    const known = found.get(ref);
    found.set(ref, {
      type: "library",
      "bom-ref": ref,
      name,
      version: entry.version,
      purl: ref,
      scope: known?.scope === "required" ? "required" : scope,
      ...licences(typeof entry.license === "string" ? entry.license : undefined),
      ...(alg === "sha512" && { hashes: [{ alg: "SHA-512", content }] }),
    });
  }
  return found;
}

function bill() {
  const { components, dependencies } = crates();
  const own = components.find(({ name }) => name === ROOT);
  const npm = new Map();
  for (const [file, isShipped] of [
    ["web/package-lock.json", true],
    ["e2e/package-lock.json", false],
    ["bench/package-lock.json", false],
  ])
    for (const [ref, item] of packages(file, isShipped))
      if (npm.get(ref)?.scope !== "required") npm.set(ref, item);
  const shipped = [...npm.values()].filter(({ scope }) => scope === "required");
  const root = dependencies.find(({ ref }) => ref === own["bom-ref"]);
  root.dependsOn = [...root.dependsOn, ...shipped.map((item) => item["bom-ref"])].sort();
  const byRef = (a, b) => (a["bom-ref"] < b["bom-ref"] ? -1 : 1);
  const all = [...components.filter((item) => item !== own), ...npm.values()].sort(byRef);
  const digest = createHash("sha256").update(JSON.stringify(all)).digest("hex");
  const serial = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: { component: { ...own, type: "application" } },
    components: all,
    dependencies: [...dependencies, ...[...npm.keys()].sort().map((ref) => ({ ref, dependsOn: [] }))],
  };
}

/** Checks what the schema of CycloneDX 1.6 requires, and that everything in the lock files is included. */
function faults(bom) {
  const wrong = [];
  const must = (holds, text) => holds || wrong.push(text);
  must(bom.bomFormat === "CycloneDX" && bom.specVersion === "1.6", "wrong format");
  must(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(bom.serialNumber), "wrong serial number");
  must(Number.isInteger(bom.version) && bom.version >= 1, "wrong version");
  const items = [bom.metadata.component, ...bom.components];
  const refs = new Set(items.map((item) => item["bom-ref"]));
  must(refs.size === items.length, "a bom-ref twice");
  const lengths = { "SHA-256": 64, "SHA-512": 128 };
  for (const item of items) {
    const ref = item["bom-ref"];
    must(["library", "application"].includes(item.type) && item.name && item.version, `${ref}: no type, name or version`);
    must(/^pkg:(cargo|npm)\/[^@\s]+@[^@\s]+$/.test(item.purl), `${ref}: wrong purl`);
    must([undefined, "required", "optional", "excluded"].includes(item.scope), `${ref}: wrong scope`);
    for (const { alg, content } of item.hashes ?? [])
      must(/^[0-9a-f]+$/.test(content) && content.length === lengths[alg], `${ref}: wrong hash`);
    for (const { expression } of item.licenses ?? []) must(expression.trim(), `${ref}: empty licence`);
  }
  for (const { ref, dependsOn } of bom.dependencies)
    for (const other of [ref, ...dependsOn]) must(refs.has(other), `${ref}: ${other} is no component`);
  must(new Set(bom.dependencies.map(({ ref }) => ref)).size === bom.dependencies.length, "dependencies twice");
  for (const name of checksums.keys())
    must(refs.has(`pkg:cargo/${name.replace(" ", "@")}`), `${name} of Cargo.lock is missing`);
  const react = bom.components.find(({ name }) => name === "react");
  must(react?.scope === "required" && react.hashes, "react is not listed as shipped with a hash");
  return wrong;
}

const bom = bill();
const wrong = faults(bom);
for (const line of wrong) console.log(line);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, `${JSON.stringify(bom, null, 2)}\n`);
const count = (kind) => bom.components.filter(({ purl }) => purl.startsWith(`pkg:${kind}/`)).length;
console.log(`${out}: ${count("cargo")} crates, ${count("npm")} npm packages, ${wrong.length} faults`);
process.exit(wrong.length > 0 ? 1 : 0);

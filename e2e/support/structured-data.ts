import Validator from "@adobe/structured-data-validator";
import ts from "typescript";
import type { JsonLdNode } from "./html";

/** Splits nodes that have several types: `schema-dts` describes nodes of one type. */
const nodesOfOneType = (graph: JsonLdNode[]): JsonLdNode[] =>
  graph.flatMap((node) => [node["@type"]].flat().map((type) => ({ ...node, "@type": type })));

/**
 * Leaves out width and height of images, for `JSON.stringify`: search engines take numbers of pixels, but the vocabulary
 * only a quantity with a unit.
 */
const withoutPixels = (_: string, value: unknown): unknown =>
  (value as JsonLdNode | null)?.["@type"] === "ImageObject"
    ? { ...(value as JsonLdNode), width: undefined, height: undefined }
    : value;

/**
 * Returns what schema.org's vocabulary does not know in graphs: types, properties, and properties of other types, each
 * with the page of its graph.
 */
export function vocabularyFaults(graphs: Map<string, JsonLdNode[]>): string[] {
  const pages = [...graphs.keys()];
  const values = [...graphs.values()].map((graph) =>
    JSON.stringify(nodesOfOneType(graph), withoutPixels, 1),
  );
  // One file a page. They lie in this folder, so that the types are found.
  const fileOf = (index: number) => `${import.meta.dirname}/graph-${index}.ts`;
  const files = new Map(
    values.map((value, index) => [
      fileOf(index),
      `import type { Thing } from "schema-dts";\nexport const graph: Thing[] = ${value};\n`,
    ]),
  );
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, target, ...rest) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile(name, target, ...rest)
      : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const page = pages[[...files.keys()].indexOf(file?.fileName ?? "")] ?? "types";
    return `${page}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

/** Returns what rich results of search engines lack or should have, in a graph. */
export async function richResultFaults(graph: JsonLdNode[]): Promise<string[]> {
  const byType: Record<string, JsonLdNode[]> = {};
  for (const node of graph) {
    for (const type of [node["@type"]].flat()) {
      byType[type] ??= [];
      byType[type].push(node);
    }
  }
  const issues = await new Validator().validate({ jsonld: byType, microdata: {}, rdfa: {} });
  return issues.map(({ severity, issueMessage, path }) => {
    const place = path.map(({ type }) => type).join(" > ");
    return `${severity} ${place}: ${issueMessage}`;
  });
}

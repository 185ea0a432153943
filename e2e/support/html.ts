import { type HTMLElement, parse } from "node-html-parser";

/** A document as crawlers get it. */
export interface Document {
  status: number;
  headers: Headers;
  html: string;
  root: HTMLElement;
}

/** Fetches a document without following redirects. */
export async function fetchDocument(url: string): Promise<Document> {
  const response = await fetch(url, { redirect: "manual", headers: { accept: "text/html" } });
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, root: parse(html) };
}

/** The text of an element on one line. */
export const textOf = (element: HTMLElement): string =>
  element.textContent.replace(/\s+/g, " ").trim();

/** Text of the first element that matches, or "". */
export function textAt({ root }: Document, selector: string): string {
  const element = root.querySelector(selector);
  return element ? textOf(element) : "";
}

/** Returns the content of a meta tag by name or property; null if absent. If there are several, the first. */
export function metaOf({ root }: Document, key: string): string | null {
  const tag = root.querySelector(`meta[name="${key}"], meta[property="${key}"]`);
  return tag?.getAttribute("content") ?? null;
}

/** Returns the `href` of a link tag; null if absent. */
export const linkOf = ({ root }: Document, rel: string): string | null =>
  root.querySelector(`link[rel="${rel}"]`)?.getAttribute("href") ?? null;

export interface JsonLdNode {
  "@type": string | string[];
  "@id"?: string;
  [key: string]: unknown;
}

/** Returns the nodes of the document's graph of structured data. */
export function graphOf({ root }: Document): JsonLdNode[] {
  const blocks = root.querySelectorAll('script[type="application/ld+json"]');
  if (blocks.length !== 1) throw new Error(`${blocks.length} blocks of structured data`);
  const block = JSON.parse(blocks[0]?.rawText ?? "") as {
    "@context"?: string;
    "@graph"?: JsonLdNode[];
  };
  if (block["@context"] !== "https://schema.org") throw new Error("No schema.org context");
  return block["@graph"] ?? [];
}

/** Returns the nodes of a graph that have a type. */
export const nodesOf = (graph: JsonLdNode[], type: string): JsonLdNode[] =>
  graph.filter((node) => [node["@type"]].flat().includes(type));

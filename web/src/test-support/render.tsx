import { act, type ReactNode } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root | null = null;

/** Renders into an empty document. Returns the element around the content. */
export async function render(node: ReactNode): Promise<HTMLElement> {
  await unmount();
  document.body.innerHTML = '<div id="test"></div>';
  const container = document.getElementById("test") as HTMLElement;
  root = createRoot(container);
  await act(async () => root?.render(node));
  return container;
}

/** Hydrates server-rendered markup beside a focused field, after `early`. Returns the field. */
export async function hydrate(node: ReactNode, early = () => {}): Promise<HTMLInputElement> {
  await unmount();
  document.body.innerHTML = `<input><div id="test">${renderToString(node)}</div>`;
  const field = document.body.firstElementChild as HTMLInputElement;
  field.focus();
  early();
  await act(async () => {
    root = hydrateRoot(document.getElementById("test") as HTMLElement, node);
  });
  return field;
}

/** Renders the last content again with other props. */
export const rerender = (node: ReactNode): Promise<void> => act(async () => root?.render(node));

/** Unmounts the last content. */
export async function unmount(): Promise<void> {
  await act(async () => root?.unmount());
  root = null;
}

/** Performs an action and waits until its effects are rendered. */
export const doing = (action: () => void): Promise<void> => act(async () => action());

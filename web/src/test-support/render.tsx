import { act, type ReactNode } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root | null = null;

/** Draws into an empty document and returns the element around it. */
export async function render(node: ReactNode): Promise<HTMLElement> {
  await unmount();
  document.body.innerHTML = '<div id="test"></div>';
  const container = document.getElementById("test") as HTMLElement;
  root = createRoot(container);
  await act(async () => root?.render(node));
  return container;
}

/** Takes over what the server has drawn, beside a field that has the focus, which it returns. */
export async function hydrate(node: ReactNode): Promise<HTMLInputElement> {
  await unmount();
  document.body.innerHTML = `<input><div id="test">${renderToString(node)}</div>`;
  const field = document.body.firstElementChild as HTMLInputElement;
  field.focus();
  await act(async () => {
    root = hydrateRoot(document.getElementById("test") as HTMLElement, node);
  });
  return field;
}

/** Draws again what was drawn last, with other properties. */
export const rerender = (node: ReactNode): Promise<void> => act(async () => root?.render(node));

/** Takes away what was drawn last. */
export async function unmount(): Promise<void> {
  await act(async () => root?.unmount());
  root = null;
}

/** Does something and waits until its effects are drawn. */
export const doing = (action: () => void): Promise<void> => act(async () => action());

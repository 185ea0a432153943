import type { ReactNode } from "react";
import { vi } from "vitest";
import type { FormOutcome } from "../generated/api";
import { AppProvider, type Navigate } from "../lib/site-context";
import { site } from "./fixtures";

/** Mock of in-app navigation; clear it between tests. */
export const navigate = vi.fn<Navigate>();

/** Provides the context of a page. */
export function InApp({
  url = "/",
  form,
  children,
}: {
  url?: string;
  form?: FormOutcome;
  children: ReactNode;
}) {
  return <AppProvider value={{ site, url, navigate, form }}>{children}</AppProvider>;
}

/** Types into a control, as a visitor does. */
export function type(control: HTMLInputElement | HTMLTextAreaElement | null, text: string): void {
  if (!control) throw new Error("There is no such control");
  // Bypasses React's own setter: otherwise a controlled field would ignore the change.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {};
  set?.call(control, text);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

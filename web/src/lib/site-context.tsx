import { createContext, type ReactNode, useContext } from "react";
import type { FormOutcome, Site } from "../generated/api";

/** Navigates to another page in the app; falls back to a full load if anything fails. */
export type Navigate = (url: string, options?: NavigateOptions) => void;

export interface NavigateOptions {
  /** Replace the current history entry instead of adding one. */
  replace?: boolean;
  /** Keep scroll position and focus: for filters of a list. */
  keepScroll?: boolean;
  /** Id of the element to scroll to once the page is shown; it is not added to the address. */
  scrollTo?: string;
  /** The current page already belongs to this address: only the address bar changes. */
  isShown?: boolean;
}

/**
 * Returns the HTML of a fragment, which is rendered once for all pages that contain it.
 * @param name cache key, for everything that the fragment depends on beside the site
 */
export type RenderFragment = (name: string, content: ReactNode) => string;

export interface AppValue {
  site: Site;
  /** Path and query of the current page. */
  url: string;
  navigate: Navigate;
  /** Result of a form posted without JavaScript. */
  form?: FormOutcome | null;
  /** Only on the server. */
  renderFragment?: RenderFragment;
}

const Context = createContext<AppValue | null>(null);

export const AppProvider = Context.Provider;

function useApp(): AppValue {
  const value = useContext(Context);
  if (!value) throw new Error("No app around this component");
  return value;
}

/** The brand: name, contact, categories, current year. */
export const useSite = (): Site => useApp().site;

/** Path and query of the current page, as the server received them. */
export const useUrl = (): string => useApp().url;

/** In-app navigation, for event handlers and effects only. Links are plain `<a href>`. */
export const useNavigate = (): Navigate => useApp().navigate;

/** Returns the function that renders cached fragments; undefined in the browser. */
export const useRenderFragment = (): RenderFragment | undefined => useApp().renderFragment;

/** Returns the result of a form of this type that was posted without JavaScript, or null. */
export function useFormOutcome(type: string): FormOutcome | null {
  const { form } = useApp();
  return form?.form === type ? form : null;
}

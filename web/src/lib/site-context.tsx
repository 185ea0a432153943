import { createContext, type ReactNode, useContext } from "react";
import type { FormOutcome, Site } from "../generated/api";

/** Moves to another page inside the app; falls back to a full load when anything fails. */
export type Navigate = (url: string, options?: NavigateOptions) => void;

export interface NavigateOptions {
  /** Replace the current history entry instead of adding one. */
  replace?: boolean;
  /** Keep scroll position and focus where they are: for filters of a listing. */
  keepScroll?: boolean;
  /** Id of the element to scroll to once the page is shown; the address stays without it. */
  scrollTo?: string;
  /** The page shown is this address's already: only the address bar changes. */
  isShown?: boolean;
}

/**
 * Returns the HTML of a fragment, which is rendered once for all pages that show it.
 * @param name cache key: what the fragment depends on beside the site
 */
export type RenderFragment = (name: string, content: ReactNode) => string;

export interface AppValue {
  site: Site;
  /** Path and query of the page shown. */
  url: string;
  navigate: Navigate;
  /** What became of a form posted without scripts. */
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

/** Path and query of the page shown, as the server saw them. */
export const useUrl = (): string => useApp().url;

/** In-app navigation. Only for event handlers and effects; links are plain `<a href>`. */
export const useNavigate = (): Navigate => useApp().navigate;

/** Returns the function that renders cached fragments; undefined in the browser. */
export const useRenderFragment = (): RenderFragment | undefined => useApp().renderFragment;

/** What became of the form of this type when the browser posted it without scripts, or null. */
export function useFormOutcome(type: string): FormOutcome | null {
  const { form } = useApp();
  return form?.form === type ? form : null;
}

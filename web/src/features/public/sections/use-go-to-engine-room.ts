import type { MouseEvent } from "react";
import { isPlainClick } from "../../../lib/navigator-events";
import { scrollToElement } from "../../../lib/scroll";
import { useNavigate, useUrl } from "../../../lib/site-context";
import { splitUrl } from "../../../lib/url";

const PAGE = "/about";
const ROOM = "engine-room";

/** Address of the guided SEO plan, which also works without JavaScript. */
export const ENGINE_ROOM_URL = `${PAGE}#${ROOM}`;

/**
 * Returns an `onClick` for a link to ENGINE_ROOM_URL: opens the about page in the app and scrolls to the plan once it
 * is shown. The address has no fragment, as the plan is part of the page.
 */
export function useGoToEngineRoom(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  const { path } = splitUrl(useUrl());
  return (event) => {
    if (!isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    if (path === PAGE) scrollToElement(ROOM);
    else navigate(PAGE, { scrollTo: ROOM });
  };
}

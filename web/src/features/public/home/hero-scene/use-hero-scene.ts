import { type RefObject, useEffect } from "react";
import { wantsScene } from "./conditions";

/** The scene waits so long after the page has loaded: nothing of it competes with what is read first. */
const DELAY = 200;

/** Sets the hero in motion for visitors who can and want to see it move. */
export function useHeroScene(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // The scene is no part of the server's bundle.
    if (import.meta.env.SSR || !wantsScene()) return;
    let timer = 0;
    let end: (() => void) | null = null;
    let isOver = false;

    const start = async () => {
      const { startScene } = await import("./start-scene");
      const root = section.current;
      const stage = root?.querySelector<HTMLElement>(".hero-stage");
      const still = stage?.querySelector("img");
      if (isOver || !root || !stage || !still) return;
      end = startScene({ section: root, stage, still, target: root.querySelector(".btn") });
    };
    const wait = () => {
      // A scene that does not come leaves the still.
      timer = window.setTimeout(() => void start().catch(() => {}), DELAY);
    };
    if (document.readyState === "complete") wait();
    else window.addEventListener("load", wait, { once: true });
    return () => {
      isOver = true;
      window.removeEventListener("load", wait);
      window.clearTimeout(timer);
      end?.();
    };
  }, [section]);
}

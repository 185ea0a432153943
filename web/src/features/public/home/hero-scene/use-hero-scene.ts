import { type RefObject, useEffect } from "react";
import { importChunk } from "../../../../ui/base/use-chunk";
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
      // A scene that does not come leaves the still.
      const chunk = await importChunk(() => import("./start-scene"), null);
      const root = section.current;
      const stage = root?.querySelector<HTMLElement>(".hero-stage");
      const still = stage?.querySelector("img");
      if (!chunk || isOver || !root || !stage || !still) return;
      end = chunk.startScene({ section: root, stage, still, target: root.querySelector(".btn") });
    };
    const wait = () => {
      // Nor is one missed that cannot start.
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

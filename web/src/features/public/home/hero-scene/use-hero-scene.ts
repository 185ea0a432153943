import { type RefObject, useEffect } from "react";
import { importChunk } from "../../../../ui/base/use-chunk";
import { wantsScene } from "./conditions";

/** Delay after the page has loaded, in milliseconds, so that the scene does not compete with the page's content. */
const DELAY = 200;

/** Animates the hero for visitors whose device supports it and who have not asked for reduced motion or less data. */
export function useHeroScene(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Keeps the scene out of the server's bundle.
    if (import.meta.env.SSR || !wantsScene()) return;
    let timer = 0;
    let end: (() => void) | null = null;
    let isOver = false;

    const start = async () => {
      // Without the scene, the still image remains.
      const chunk = await importChunk(() => import("./start-scene"), null);
      const root = section.current;
      const stage = root?.querySelector<HTMLElement>(".hero-stage");
      const still = stage?.querySelector("img");
      if (!chunk || isOver || !root || !stage || !still) return;
      end = chunk.startScene({ section: root, stage, still, target: root.querySelector(".btn") });
    };
    const wait = () => {
      // The same applies if the scene cannot start.
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

import { isPlainClick } from "../../../lib/navigator-events";

/**
 * Replaces a link to a video with its player when it is clicked. Before that, nothing is loaded from the other site. A
 * click for a new tab opens that site.
 */
function playVideo(event: MouseEvent): void {
  const link =
    event.target instanceof Element && event.target.closest<HTMLElement>("a[data-player]");
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  const player = document.createElement("iframe");
  player.title = link.querySelector("img")?.alt || link.textContent || "Video";
  player.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture";
  // What a player opens in another tab is an ordinary page.
  player.setAttribute(
    "sandbox",
    "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation",
  );
  // YouTube does not play videos without a referrer.
  player.referrerPolicy = "strict-origin-when-cross-origin";
  player.src = link.dataset.player ?? "";
  link.replaceWith(player);
  player.focus();
}

document.addEventListener("click", playVideo);

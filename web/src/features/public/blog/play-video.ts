import { isPlainClick } from "../../../lib/navigator-events";

/**
 * Puts the player of a video in the place of the link that leads to it, when the link is clicked. Before that, nothing of
 * the other site is loaded; what follows the link otherwise, such as a new tab, goes there.
 */
function playVideo(event: MouseEvent): void {
  const link =
    event.target instanceof Element && event.target.closest<HTMLElement>("a[data-player]");
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  const player = document.createElement("iframe");
  player.title = link.querySelector("img")?.alt || link.textContent || "Video";
  player.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture";
  player.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups allow-presentation");
  // YouTube plays nothing for a page that does not say which site it is of.
  player.referrerPolicy = "strict-origin-when-cross-origin";
  player.src = link.dataset.player ?? "";
  link.replaceWith(player);
  player.focus();
}

document.addEventListener("click", playVideo);

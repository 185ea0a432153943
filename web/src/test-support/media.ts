import type { Media } from "../generated/api";

/** An image of the library. */
export const image: Media = {
  id: "0192",
  file_name: "team.jpg",
  file_path: "images/1-a.jpg",
  url: "/media/images/1-a.jpg",
  mime_type: "image/jpeg",
  size: 83_968,
  width: 960,
  height: 640,
  alt_text: "team",
  variants: [{ width: 480, format: "webp", url: "/media/images/1-a-480.webp" }],
  folder: "",
  focal_point: { x: 50, y: 50 },
  created_at: "2026-11-25T09:00:00Z",
};

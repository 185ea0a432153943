/** File types of the robot's still image, smallest first: an AVIF is a third smaller than a WebP. */
export const STILL_TYPES = ["avif", "webp"] as const;

type StillType = (typeof STILL_TYPES)[number];

/** Windows that get the small image, whatever the density of their screen. */
export const PHONE = "(max-width: 47.99rem)";

/** Returns the address of the small image. */
export const phoneForm = (type: StillType): string => `/images/robot-hero-mobile.${type}`;

/** Returns the larger images as a `srcset`. */
export const deskForms = (type: StillType): string =>
  `/images/robot-hero-mobile.${type} 640w, /images/robot-hero.${type} 1120w`;

/** `sizes` of the larger images. */
export const DESK_SIZES = "(min-width: 64rem) min(36.5vw, 525px), 30vw";

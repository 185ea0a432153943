/** The types of the robot's still, the smallest first: an AVIF is a third smaller than a WebP. */
export const STILL_TYPES = ["avif", "webp"] as const;

type StillType = (typeof STILL_TYPES)[number];

/** The windows that get the small form, whatever the density of their screen. */
export const PHONE = "(max-width: 47.99rem)";

/** Address of the small form. */
export const phoneForm = (type: StillType): string => `/images/robot-hero-mobile.${type}`;

/** The forms for wider windows, as a `srcset`. */
export const deskForms = (type: StillType): string =>
  `/images/robot-hero-mobile.${type} 640w, /images/robot-hero.${type} 1120w`;

/** How wide the robot is drawn there, as `sizes`. */
export const DESK_SIZES = "(min-width: 64rem) min(36.5vw, 525px), 30vw";

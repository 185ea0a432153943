/** The types of the still, the smaller first: an AVIF takes two thirds of the bytes of a WebP. */
export const STILL_TYPES = ["avif", "webp"] as const;

type StillType = (typeof STILL_TYPES)[number];

/** Where the small form is shown, whatever the density of the screen. */
export const PHONE = "(max-width: 47.99rem)";
export const phoneForm = (type: StillType) => `/images/robot-hero-mobile.${type}`;

/** Everywhere else: the forms to choose from, and how wide the robot is drawn. */
export const deskForms = (type: StillType) =>
  `/images/robot-hero-mobile.${type} 640w, /images/robot-hero.${type} 1120w`;
export const DESK_SIZES = "(min-width: 64rem) min(36.5vw, 525px), 30vw";

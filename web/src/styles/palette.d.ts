/** Colours of tokens.css for scripts: see scripts/palette.ts. An unknown name fails the build. */
declare module "virtual:palette" {
  export const ink900: string;
  export const mark500: string;
  export const mark600: string;
  export const paper100: string;
  export const paper300: string;
  export const robotBounce: string;
  export const robotCoolRim: string;
  export const robotFill: string;
  export const robotFloor: string;
  export const robotJoint: string;
  export const robotKey: string;
  export const robotRoom: string;
  export const robotShell: string;
  export const robotSky: string;
  export const robotSoftbox: string;
  export const robotStrip: string;
  export const robotTrim: string;
  export const robotVisor: string;
  export const robotWarmRim: string;
}

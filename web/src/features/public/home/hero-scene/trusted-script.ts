const policy = globalThis.trustedTypes?.createPolicy("foundfirst-worker", {
  createScriptURL: (url) => {
    if (new URL(url, location.href).origin !== location.origin) {
      throw new TypeError("A worker's script must come from this site");
    }
    return url;
  },
});

/** Returns the address of a worker's script as trusted; throws for another site's. */
export const trustedScript = (url: string): string => policy?.createScriptURL(url) ?? url;

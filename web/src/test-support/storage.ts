/** A browser's storage that has nothing in it and no room for anything. */
export const fullStorage = (): Storage => ({
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => {
    throw new DOMException("full", "QuotaExceededError");
  },
  removeItem: () => {},
  clear: () => {},
});

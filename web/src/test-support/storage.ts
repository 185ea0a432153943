/** An empty storage that is full for every write. */
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

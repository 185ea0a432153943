/** Returns an RFC 3339 time for a `datetime` attribute, which allows at most milliseconds. */
export const htmlTime = (time: string): string => time.replace(/(\.\d{3})\d+/, "$1");

/** Returns an RFC 3339 time as the `datetime` attribute takes it: with milliseconds at most. */
export const htmlTime = (time: string): string => time.replace(/(\.\d{3})\d+/, "$1");

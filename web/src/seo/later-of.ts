/** Returns the later of two times, RFC 3339 in UTC. */
export const laterOf = (one: string, other: string): string => [one, other].sort()[1] ?? one;

/** Time is passed in, never read, so that tests own it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The real clock. Only composition roots and shells use it. */
export const systemClock: Clock = { now: () => Date.now() };

/** An ISO 8601 string of a time in milliseconds, as every timestamp in tables and on the wire. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Milliseconds of an ISO 8601 string. */
export function msOf(iso: string): number {
  return Date.parse(iso);
}

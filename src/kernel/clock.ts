export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Time is passed in, never read, so that tests control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Only for composition roots and shells. */
export const systemClock: Clock = { now: () => Date.now() };

/** A time in milliseconds as ISO 8601, the format of every timestamp in tables and on the wire. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

export function msOf(iso: string): number {
  return Date.parse(iso);
}

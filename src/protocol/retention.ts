/**
 * For how many days what is over can still be looked at; then the nightly clean-up deletes it. What is not named is kept. Webhooks are known for
 * longer than any sender repeats them (Quo: about 28 hours).
 */
export const KEPT_DAYS = {
  sessions: 30,
  tokens: 7,
  notifications: 180,
  schedules: 30,
  doneSchedules: 90,
  webhooks: 30,
  events: 90,
} as const;

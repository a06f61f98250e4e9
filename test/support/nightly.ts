/** Few rounds by day, all at night: what `npm test` shows in little, `npm run test:nightly` shows in the numbers of docs and promises. */

/** Whether the full numbers run (`npm run test:nightly`). */
export const NIGHTLY = process.env["STEWARD_NIGHTLY"] === "1";

/** A number of rounds, or a list of cases. */
export function rounds<Value>(byDay: Value, atNight: Value): Value {
  return NIGHTLY ? atNight : byDay;
}

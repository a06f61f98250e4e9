/** Records no one has written into, on Node's SQLite. */
import { freshRecords, records } from "../../support/node-d1.ts";
import { openRecords } from "./harness.ts";

/** Resets all records. */
export async function freshWorld(): Promise<void> {
  await freshRecords();
  openRecords(records);
}

/** Records no one has written into, on Node's SQLite. */
import { freshRecords, records } from "../../support/node-d1.ts";
import { openRecords } from "./harness.ts";

/** Begins all records anew. */
export async function freshWorld(): Promise<void> {
  await freshRecords();
  openRecords(records);
}

/**
 * The seal of a history: a hash over its entries in their order, each with the seal of those before it. Whoever holds the newest seal can tell whether any entry
 * was added, changed, reordered or removed since. The accounts module alone writes it, to the account's row and to the audit, in the batch that moves the files.
 */
import { createHash } from "node:crypto";
import type { AccountEntry } from "./api/accounts.ts";
import { writeEntry } from "./history.ts";

/** The seal of entries, oldest first; empty for none. 64 hex digits. Pure. */
export function sealOf(entries: readonly AccountEntry[]): string {
  let seal = "";
  for (const entry of entries) seal = sealAfter(seal, entry);
  return seal;
}

/** The seal after one more entry. Pure. */
export function sealAfter(seal: string, entry: AccountEntry): string {
  return createHash("sha256")
    .update(`${seal}\n${writeEntry(entry)}`)
    .digest("hex");
}

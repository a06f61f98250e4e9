/**
 * The seal of a history: a hash over its entries in order, each including the previous seal. The newest seal
 * reveals whether any entry was added, changed, reordered or removed. Only the accounts module writes it, to
 * the account's row and the audit log, in the batch that writes the files.
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

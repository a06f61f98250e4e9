/**
 * Contact lists kept in an isolate's memory for a few minutes: a list takes a call per fifty contacts. Holds
 * values only, never promises (a request that ends would strand the others), and few of them.
 */

import type { Contact } from "../../connections/index.ts";

const MAX_AGE_MS = 5 * 60_000;
const MAX_LISTS = 32;

const lists = new Map<string, { readonly at: number; readonly contacts: readonly Contact[] }>();

/** The list kept under a key, if it is young enough. */
export function cachedContacts(key: string, now: number): readonly Contact[] | null {
  const entry = lists.get(key);
  return entry !== undefined && now - entry.at < MAX_AGE_MS ? entry.contacts : null;
}

/** Keeps a list; the one kept longest makes room. */
export function keepContacts(key: string, contacts: readonly Contact[], now: number): void {
  lists.delete(key);
  lists.set(key, { at: now, contacts });
  for (const oldest of lists.keys()) {
    if (lists.size <= MAX_LISTS) return;
    lists.delete(oldest);
  }
}

/** Forgets a list after we changed it. */
export function forgetContacts(key: string): void {
  lists.delete(key);
}

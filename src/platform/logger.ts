import { createHmac } from "node:crypto";
import { jsonLogger } from "../kernel/log.ts";

let key: string | null = null;

/** Sets the key for hashing IDs in logs; every context does so before anything is logged. */
export function keyLogs(masterKeys: string): void {
  key = masterKeys;
}

/**
 * Keyed, because conversation IDs contain phone numbers, which are few enough to guess. Without a key,
 * nothing of the ID is logged.
 */
export const hashed = (id: string): string =>
  key === null ? "unkeyed" : createHmac("sha256", key).update(id).digest("hex").slice(0, 16);

/** Writes one JSON line per event, for Workers observability. */
export const systemLogger = jsonLogger((level, line) => console[level](line), hashed);

import { createHmac } from "node:crypto";
import { jsonLogger } from "../kernel/log.ts";

let key: string | null = null;

/** Gives the logger the deployment's key, which every context does before anything is logged. */
export function keyLogs(masterKeys: string): void {
  key = masterKeys;
}

/** Keyed, since the numbers in IDs of conversations are few enough to be tried one by one. Without a key nothing of the ID is left. */
export const hashed = (id: string): string =>
  key === null ? "unkeyed" : createHmac("sha256", key).update(id).digest("hex").slice(0, 16);

/** The Worker's logger: one JSON line an event, for Workers observability. */
export const systemLogger = jsonLogger((level, line) => console[level](line), hashed);

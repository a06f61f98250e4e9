import { createHmac } from "node:crypto";
import { env } from "node:process";
import { jsonLogger } from "../kernel/log.ts";

/** Keyed, since the numbers in ids of conversations are few enough to be tried one by one. The key is the deployment's own, as it was when it started. */
export const hashed = (id: string): string =>
  createHmac("sha256", env["MASTER_KEYS"] ?? "")
    .update(id)
    .digest("hex")
    .slice(0, 16);

/** The Worker's logger: one JSON line an event, for Workers observability. */
export const systemLogger = jsonLogger((level, line) => console[level](line), hashed);

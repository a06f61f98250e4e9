import { jsonLogger } from "../kernel/log.ts";

/** The Worker's logger: one JSON line an event, for Workers observability. */
export const systemLogger = jsonLogger((level, line) => console[level](line));

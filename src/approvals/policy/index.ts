/** Policy: who may do what without asking, and the tenant's settings. */
export * from "./colleagues.ts";
export * from "./decide.ts";
export { recipientKind } from "./match-rule.ts";
export { quietUntil } from "./quiet-hours.ts";
export * from "./settings.ts";
export * from "./types.ts";

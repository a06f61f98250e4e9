/** Policy: who may do what without asking, and the tenant's settings. */
export * from "./decide.ts";
export * from "./quiet-hours.ts";
export * from "./settings.ts";
export * from "./types.ts";

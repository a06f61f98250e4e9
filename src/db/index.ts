export * from "./system-db.ts";
export * from "./tables/index.ts";
export * from "./tenant-db.ts";

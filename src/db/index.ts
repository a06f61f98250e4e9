export { among } from "./among.ts";
export { databasesOf, deploymentDb, tenantDb } from "./databases.ts";
export { moveOn } from "./move.ts";
export * from "./system-db.ts";
export * from "./tables/index.ts";
export * from "./tenant-db.ts";

export { among, startsWith } from "./among.ts";
export { idsWithWords, pageOfFound, type SoughtWord, type WordTable } from "./word-search.ts";
export {
  databasesOf,
  deploymentDb,
  forOnePiece,
  ofDeployment,
  tenantDb,
  type Databases,
} from "./databases.ts";
export { moveOn } from "./move.ts";
export * from "./system-db.ts";
export * from "./tables/clock.ts";
export * from "./tables/events.ts";
export * from "./tables/tenancy.ts";
export * from "./tenant-db.ts";

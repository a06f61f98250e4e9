/** Columns are named after their fields: `tenantId` is `tenant_id`, unless a table says otherwise. */
import { CasingCache } from "drizzle-orm/casing";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

export const CASING = { casing: "snake_case" } as const;

const names = new CasingCache(CASING.casing);

/** A column's name in the database. */
export function columnName(column: SQLiteColumn): string {
  return names.getColumnCasing(column);
}

/**
 * GROWTH: no statement of the product walks through a table. Every statement a unit test's database is asked is planned once, with the product's own
 * schema, and refused where its plan walks through all rows of a table or an index, whatever tenants they are of.
 */
import type { DatabaseSync } from "node:sqlite";

/** Tables that never hold more than a few rows: one a kind of work, one an object. */
const FEW = /^(?:clock_jobs|conversation|rebuild|limits|names)$/;

const seen = new Set<string>();

/** Throws where the statement's plan walks through a table. A statement is looked at once. */
export function refuseScans(database: DatabaseSync, sql: string): void {
  if (seen.has(sql) || !isProduct(sql)) return;
  seen.add(sql);
  const scans = scansOf(database, sql);
  if (scans.length > 0) throw new Error(`walks through a table (${scans.join("; ")}): ${sql}`);
}

/** What the product asks through `dbFor` names its tables in quotes; a test's own words do not. */
function isProduct(sql: string): boolean {
  return /^\s*(?:select|update|delete|insert|with)\b/i.test(sql) && /(?:from|update|into) "/i.test(sql);
}

/** The lines of a plan that walk through all of something. A partial index holds what waits, not what was. */
export function scansOf(database: DatabaseSync, sql: string): string[] {
  const tables = new Set(
    database
      .prepare("select name from sqlite_master where type = 'table' and sql not like 'create virtual%'")
      .all()
      .map(({ name }) => String(name)),
  );
  const partial = new Set(
    database
      .prepare("select name from sqlite_master where type = 'index' and sql like '% where %'")
      .all()
      .map(({ name }) => String(name)),
  );
  return database
    .prepare(`explain query plan ${sql}`)
    .all()
    .map(({ detail }) => String(detail))
    .filter((detail) => {
      const [, table = "", index = ""] =
        /^SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?/.exec(detail) ?? [];
      return tables.has(table) && !FEW.test(table) && !partial.has(index);
    });
}

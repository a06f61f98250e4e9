/**
 * Backup, restore and deletion of an object's rows. Rows are read and written directly, without starting the object's logic or sending
 * notifications.
 */
import type { DurableObjectState } from "@cloudflare/workers-types";
import { objectSql, type ObjectSql } from "../src/platform/db/object-sql.ts";
import {
  countTables,
  listTables,
  readTables,
  writeTable,
  type ObjectTable,
} from "../src/platform/db/object-rows.ts";
import { AppError } from "../src/kernel/errors.ts";
import type { StoredPage, StoredRows } from "../src/platform/api/stored-rows.ts";
import { CLOSE_CODES } from "../src/platform/api/socket.ts";

type State = Pick<DurableObjectState, "storage" | "getWebSockets">;

/** The next page of rows of these tables, limited to the named columns if given. */
export function readStored(sql: ObjectSql, names: readonly string[], page: StoredPage): StoredRows {
  const tables = listTables(sql, names);
  const wanted = tables.map((table) => {
    const columns = page.columns[table.name];
    return columns === undefined ? table : known(tables, { table: table.name, columns });
  });
  return readTables(sql, wanted, page.after);
}

/** Inserts missing rows. */
export function writeStored(sql: ObjectSql, names: readonly string[], written: StoredRows["tables"]): void {
  const tables = listTables(sql, names);
  for (const rows of written) {
    known(tables, rows);
    writeTable(sql, rows);
  }
}

/** Deletes all storage including the alarm and closes sockets. Returns deleted row counts by table. */
export async function wipeStored(state: State): Promise<Record<string, number>> {
  const { storage } = state;
  const had = countTables(objectSql(storage));
  for (const socket of state.getWebSockets()) socket.close(CLOSE_CODES.sessionOver, "deleted");
  await storage.deleteAlarm();
  await storage.deleteAll();
  return had;
}

/** A table with selected columns. Throws `invalid_request` for names this release doesn't have. */
function known(
  tables: readonly ObjectTable[],
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
): ObjectTable {
  const found = tables.find(({ name }) => name === table);
  const unknown = columns.find((column) => found?.columns.includes(column) !== true);
  if (found === undefined || unknown !== undefined)
    throw new AppError(
      "invalid_request",
      `This release has no ${[table, unknown].filter(Boolean).join(".")}.`,
    );
  return { ...found, columns };
}

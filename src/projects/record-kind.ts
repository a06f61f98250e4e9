/** Kinds of records: what each adds to a write of its, and what a write is before it runs. */
import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Statement, TenantTable } from "../platform/db/index.ts";
import type { ProjectDeps, Writer } from "./ports.ts";
import type { NewChange } from "./seal.ts";

/** A table of records: versioned rows that are deleted softly. */
export type RecordTable = TenantTable &
  Readonly<
    Record<
      "id" | "version" | "moveId" | "historySeal" | "createdAt" | "updatedAt" | "deletedAt" | "tenantId",
      SQLiteColumn
    >
  >;
/** A row of any of them. */
export type AnyRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };

/** What a kind adds to a write of its. */
export interface Prepared {
  /** Further columns. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Statements that must stand on `isMine`. */
  readonly along?: readonly Statement[];
  /** What must not be, once all is written. */
  readonly checks?: readonly Check[];
  /** What happened, where it is more telling than the action. */
  readonly what?: string;
  /** Changes from before it was written here, oldest first; its history begins with them. */
  readonly past?: readonly NewChange[];
  /** When it happened, where that was before it was written; for its history. */
  readonly happenedAt?: string;
  /** Of the event: ids and names of ours. */
  readonly tells?: Readonly<Record<string, unknown>>;
}

/** `bad`: a condition that ends the batch where it is true; looked at again outside it, it says which one it was. */
export interface Check {
  readonly bad: SQL;
  readonly message: string;
}

/** A write that a kind completes: the row before (null: it is new) and after it. */
export interface Writing<Row> {
  readonly deps: ProjectDeps;
  readonly by: Writer;
  readonly before: Row | null;
  readonly after: Row;
  readonly nowMs: number;
  /** For statements beside `insertIf`: true only if this write won. */
  readonly isMine: SQL;
  /** The same as a condition on the record's own table. */
  readonly mine: SQL;
}

/** A kind of record. */
export interface RecordKind<Table extends RecordTable = RecordTable> {
  /** Persisted in histories, audit and events. */
  readonly entity: string;
  /** Of its events: `pm.<stream>.<what>`. */
  readonly stream: string;
  readonly noun: string;
  readonly table: Table;
  /** Column that names it. */
  readonly label: string;
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Checks a write and completes it. Throws AppError `invalid_arguments`, `not_found`, `conflict`. */
  prepare?(writing: Writing<Table["$inferSelect"]>): Promise<Prepared>;
}

/** What becomes of a record. */
export type Action = "created" | "updated" | "deleted" | "restored";

/** A write that is ready for its batch. */
export interface Plan {
  readonly kind: RecordKind;
  readonly changeId: string;
  readonly row: AnyRow;
  readonly projectId: string | null;
  readonly statements: readonly Statement[];
  readonly checks: readonly Check[];
}

/** What was written. */
export interface Written<Row = AnyRow> {
  readonly row: Row;
  readonly changeId: string;
}

/** The project a record is of; null where it is of none. */
export function projectOf(kind: RecordKind, row: AnyRow): string | null {
  if (kind.entity === "project") return row.id;
  return typeof row["projectId"] === "string" ? row["projectId"] : null;
}

/** What it is called. */
export function labelOf(kind: RecordKind, row: AnyRow): string {
  const name = row[kind.label];
  return typeof name === "string" ? name.slice(0, 200) : "";
}

/** True only if this write won. */
export function isMineOf({ kind: { table }, row }: Pick<Plan, "kind" | "row">): SQL {
  return sql`exists (select 1 from ${table} where ${table.id} = ${row.id} and ${table.moveId} = ${row["moveId"]})`;
}

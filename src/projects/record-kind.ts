/** Kinds of records: what each adds to its writes, and the plan of a write. */
import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Statement, TenantTable } from "../platform/db/index.ts";
import type { ProjectDeps, Writer } from "./ports.ts";
import type { NewChange } from "./seal.ts";

/** A table of versioned rows with soft deletion. */
export type RecordTable = TenantTable &
  Readonly<
    Record<
      "id" | "version" | "moveId" | "historySeal" | "createdAt" | "updatedAt" | "deletedAt" | "tenantId",
      SQLiteColumn
    >
  >;
export type AnyRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };

/** What a kind adds to a write. */
export interface Prepared {
  /** Additional columns. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Additional statements, which must be guarded by `isMine`. */
  readonly along?: readonly Statement[];
  /** Conditions that must not hold after the batch. */
  readonly checks?: readonly Check[];
  /** The event's verb, if more specific than the action. */
  readonly what?: string;
  /** Changes from before the import, oldest first, which start its history. */
  readonly past?: readonly NewChange[];
  /** When it happened, if earlier than it was written; for the history. */
  readonly happenedAt?: string;
  /** Additional event payload: our own IDs and names. */
  readonly tells?: Readonly<Record<string, unknown>>;
}

/**
 * `bad`: a condition that aborts the batch if true; evaluated again afterwards to find which check failed.
 */
export interface Check {
  readonly bad: SQL;
  readonly message: string;
}

/** A write to be completed by its kind: the row before (null for a new one) and after. */
export interface Writing<Row> {
  readonly deps: ProjectDeps;
  readonly by: Writer;
  readonly before: Row | null;
  readonly after: Row;
  readonly nowMs: number;
  /** For statements next to `insertIf`: true only if this write succeeded. */
  readonly isMine: SQL;
  /** The same condition on the record's own table. */
  readonly mine: SQL;
}

export interface RecordKind<Table extends RecordTable = RecordTable> {
  /** Persisted in histories, audit and events. */
  readonly entity: string;
  /** Of its events: `pm.<stream>.<what>`. */
  readonly stream: string;
  readonly noun: string;
  readonly table: Table;
  /** The column with the record's display name. */
  readonly label: string;
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Validates and completes a write. Throws AppError `invalid_arguments`, `not_found`, `conflict`. */
  prepare?(writing: Writing<Table["$inferSelect"]>): Promise<Prepared>;
}

export type Action = "created" | "updated" | "deleted" | "restored";

/** A write ready for its batch. */
export interface Plan {
  readonly kind: RecordKind;
  readonly changeId: string;
  readonly row: AnyRow;
  readonly projectId: string | null;
  readonly statements: readonly Statement[];
  readonly checks: readonly Check[];
}

export interface Written<Row = AnyRow> {
  readonly row: Row;
  readonly changeId: string;
}

/** The record's project; null if it has none. */
export function projectOf(kind: RecordKind, row: AnyRow): string | null {
  if (kind.entity === "project") return row.id;
  return typeof row["projectId"] === "string" ? row["projectId"] : null;
}

/** The record's display name. */
export function labelOf(kind: RecordKind, row: AnyRow): string {
  const name = row[kind.label];
  return typeof name === "string" ? name.slice(0, 200) : "";
}

/** True only if this write succeeded. */
export function isMineOf({ kind: { table }, row }: Pick<Plan, "kind" | "row">): SQL {
  return sql`exists (select 1 from ${table} where ${table.id} = ${row.id} and ${table.moveId} = ${row["moveId"]})`;
}

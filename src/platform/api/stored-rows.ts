/** Rows of a Durable Object as they are backed up, restored and changed. */
type StoredValue = string | number | null;

export interface StoredTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly StoredValue[])[];
}

/** Where a page of an object's rows ended: after this key of this table, or before its first row. */
export interface StoredPlace {
  readonly table: string;
  readonly key: readonly StoredValue[] | null;
}

/** Selects an object's rows: the named columns, after a position. */
export interface StoredPage {
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly after: StoredPlace | null;
}

/** `after` is null on the last page. */
export interface StoredRows {
  readonly tables: readonly StoredTable[];
  readonly after: StoredPlace | null;
}

/** A row as read, and its new value; null deletes it. */
export interface StoredChange {
  readonly table: string;
  readonly columns: readonly string[];
  readonly was: readonly StoredValue[];
  readonly now: readonly StoredValue[] | null;
}

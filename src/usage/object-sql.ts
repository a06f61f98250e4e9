/** The part of an object's SQLite that is used here; `SqlStorage` is one, and tests give Node's own SQLite the same shape. */
export interface ObjectSql {
  exec(
    query: string,
    ...bindings: (string | number | null)[]
  ): { toArray(): Record<string, string | number | null | ArrayBuffer>[] };
}

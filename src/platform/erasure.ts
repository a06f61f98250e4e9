/**
 * Types by which features declare how a person is erased from their tables. The erasure itself is in
 * `src/team/erasure`.
 */

/**
 * How rows that mention the person are treated. `mask`: their data is masked. `drop`: a row with their
 * number, address or ID is deleted, because it is useless when masked; their name is masked. `index`: search
 * words; a row with any of their words is deleted. `list`: unchanged; people edit it themselves. `keep`: not
 * scanned, because it contains only IDs, figures, hashes and encrypted bytes. Whatever still mentions them
 * afterwards is listed on the certificate.
 */
export type Treatment = "mask" | "drop" | "index" | "list" | "keep";

export type Row = Readonly<Record<string, unknown>>;

/** Describes a remaining mention and its page. Every scanned table has one. */
export interface Place {
  readonly what: string;
  readonly path: string | null;
  /** The page of a row, if it has one. */
  readonly of?: (row: Row) => string | null;
}

/** By table. */
export type Erases = Readonly<Record<string, { readonly treatment: Treatment; readonly place?: Place }>>;

declare module "../kernel/features.ts" {
  interface Feature {
    /** How a person is erased, by table name; every table with rows of teams must be listed. */
    readonly erases?: Erases;
  }
}

/** The page of a row by the ID in one of its columns. */
export const at =
  (folder: string, column: string) =>
  (row: Row): string | null => {
    const id = row[column];
    return typeof id === "string" && id !== "" ? `${folder}/${encodeURIComponent(id)}` : null;
  };

export const WORKING = { what: "Internal records of changes", path: null } satisfies Place;

/** All data of a team in parts: database rows, object rows, files. Used for backup and for comparison after a restore. */
import { createHash } from "node:crypto";
import { hashWith, NO_ROWS } from "../../src/platform/db/move-rows.ts";
import type { RowsHash } from "../../src/platform/db/tables/tenancy.ts";
import type { TeamObjectName } from "../../src/team/api/team-copies.ts";
import type { Answer, Deployment } from "./deployment.ts";

export type Row = readonly (string | number | null)[];

export type Part =
  | {
      readonly kind: "rows";
      readonly table: string;
      readonly columns: readonly string[];
      readonly rows: readonly Row[];
    }
  | {
      readonly kind: "object";
      readonly object: TeamObjectName;
      readonly table: string;
      readonly columns: readonly string[];
      readonly rows: readonly Row[];
    }
  | {
      readonly kind: "file";
      readonly name: string;
      readonly type: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
    };

/** Tables and columns to read: those of the release that made the backup. */
export interface Shape {
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[];
  /** By object kind and table; unnamed ones are read in their current form. */
  readonly objects: Readonly<Record<TeamObjectName["kind"], Readonly<Record<string, readonly string[]>>>>;
}

/** Reads a team page by page. Files come last, so that everything referenced exists; file contents are immutable. */
export async function* readTeam(app: Deployment, team: string, shape: Shape): AsyncGenerator<Part> {
  for (const { name: table, columns } of shape.tables)
    for (let after = -1, isLast = false; !isLast;) {
      const page = await app.call("rows", { team, table, columns, after });
      if (page.rows.length > 0) yield { kind: "rows", table, columns, rows: page.rows };
      ({ after, isLast } = page);
    }
  yield* readObject(app, team, { kind: "team" }, shape);
  for (let after = "", isLast = false; !isLast;) {
    const page = await app.call("conversations", { team, after });
    for (const id of page.ids) yield* readObject(app, team, { kind: "conversation", id }, shape);
    after = page.ids.at(-1) ?? after;
    isLast = page.isLast;
  }
  for (let after = "", isLast = false; !isLast;) {
    const page = await app.call("files", { team, after });
    for (const { name } of page.files) yield { kind: "file", name, ...(await app.readFile(team, name)) };
    after = page.files.at(-1)?.name ?? after;
    isLast = page.isLast;
  }
}

async function* readObject(
  app: Deployment,
  team: string,
  object: TeamObjectName,
  shape: Shape,
): AsyncGenerator<Part> {
  for (let after: Answer<"objectRows">["after"] = null; ;) {
    const page: Answer<"objectRows"> = await app.call("objectRows", {
      team,
      object,
      columns: shape.objects[object.kind],
      after,
    });
    for (const { table, columns, rows } of page.tables)
      yield { kind: "object", object, table, columns, rows };
    if (page.after === null) return;
    ({ after } = page);
  }
}

/** Counts and hashes by table, by object, and for all files. Order-independent. */
export class Sums {
  readonly #sums = new Map<string, RowsHash>();

  async add(part: Part): Promise<void> {
    if (part.kind === "rows") return this.#add(`table ${part.table}`, part.rows);
    if (part.kind === "object") {
      const name = part.object.kind === "team" ? "team object" : `conversation ${part.object.id}`;
      return this.#add(
        name,
        part.rows.map((row) => [part.table, ...row]),
      );
    }
    const hash = createHash("sha256").update(part.bytes).digest("hex");
    return this.#add("files", [[part.name, part.type, part.bytes.byteLength, hash]]);
  }

  async #add(name: string, rows: readonly Row[]): Promise<void> {
    this.#sums.set(name, await hashWith(this.#sums.get(name) ?? NO_ROWS, rows));
  }

  all(): Record<string, RowsHash> {
    return Object.fromEntries([...this.#sums].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Names that differ between two sums. */
export function differences(
  one: Readonly<Record<string, RowsHash>>,
  other: Readonly<Record<string, RowsHash>>,
): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => one[name]?.rows !== other[name]?.rows || one[name]?.hash !== other[name]?.hash,
  );
}

export function inWords(sums: Readonly<Record<string, RowsHash>>): string {
  const of = (prefix: string): RowsHash[] =>
    Object.entries(sums).flatMap(([name, sum]) => (name.startsWith(prefix) ? [sum] : []));
  const rows = (all: readonly RowsHash[]): number => all.reduce((sum, one) => sum + one.rows, 0);
  const [tables, conversations] = [of("table "), of("conversation ")];
  return `${rows(tables)} rows of ${tables.length} tables, ${conversations.length} conversations (${rows(conversations)} rows), ${rows(of("files"))} files`;
}

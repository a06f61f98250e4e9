/**
 * The backup file format: gzipped JSON lines. The first line has team and time; then each part has a header line followed by one line per
 * row (an array) or per chunk of a file (a base64 string); the last line has counts and hashes of everything. A file without its last
 * line is not a valid backup.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { pipeline } from "node:stream";
import { finished } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { RowsHash } from "../../src/platform/db/tables/tenancy.ts";
import type { Answer } from "./deployment.ts";
import { differences, Sums, type Part, type Row, type Shape } from "./team-rows.ts";

const FORMAT = 1;
/** File bytes per line: a multiple of three, so that base64 has no padding within a file. */
const PIECE = 60_000;

export type Head = Answer<"outline"> & { readonly stewardBackup: number };

/** The last line of a complete backup. */
export interface Tail {
  readonly sums: Readonly<Record<string, RowsHash>>;
  readonly domains: readonly string[];
  readonly emails: readonly string[];
  /** IDs of the master keys that sealed its credentials. */
  readonly keyIds: readonly string[];
}

/** A verified backup. */
export interface Archive {
  readonly head: Head;
  readonly tail: Tail;
  readonly shape: Shape;
  /** SHA-256 of its lines. */
  readonly hash: string;
}

/** Writes a backup, renaming it when complete. Returns its last line. */
export async function writeArchive(
  path: string,
  outline: Answer<"outline">,
  parts: AsyncIterable<Part>,
): Promise<Tail> {
  const gzip = createGzip();
  const file = createWriteStream(`${path}.part`, { mode: 0o600 });
  const done = finished(gzip.pipe(file));
  const line = async (value: unknown): Promise<void> => {
    if (!gzip.write(`${JSON.stringify(value)}\n`)) await once(gzip, "drain");
  };
  await line({ stewardBackup: FORMAT, ...outline } satisfies Head);
  const sums = new Sums();
  const names = { domains: new Set<string>(), emails: new Set<string>(), keyIds: new Set<string>() };
  for await (const part of parts) {
    await sums.add(part);
    if (part.kind === "file") {
      const { kind, name, type, bytes } = part;
      await line({ kind, name, type });
      for (let at = 0; at < bytes.byteLength; at += PIECE)
        await line(Buffer.from(bytes.subarray(at, at + PIECE)).toString("base64"));
    } else {
      const { rows, ...head } = part;
      await line(head);
      for (const row of rows) await line(row);
      if (part.kind === "rows") noteNames(part, names);
    }
  }
  const tail: Tail = {
    sums: sums.all(),
    domains: [...names.domains],
    emails: [...names.emails],
    keyIds: [...names.keyIds],
  };
  await line({ end: tail });
  gzip.end();
  await done;
  await rename(`${path}.part`, path);
  return tail;
}

/** Records names that are unique in a deployment, and the required keys. */
function noteNames(
  { table, columns, rows }: Extract<Part, { kind: "rows" }>,
  names: Readonly<Record<"domains" | "emails" | "keyIds", Set<string>>>,
): void {
  const note = (
    set: Set<string>,
    column: string,
    of = (value: string): string | undefined => value,
  ): void => {
    for (const row of rows) {
      const value = row[columns.indexOf(column)];
      const name = typeof value === "string" ? of(value) : undefined;
      if (name !== undefined) set.add(name);
    }
  };
  const keyOf = (sealed: string): string | undefined => /^v1\.([\w-]+)\./.exec(sealed)?.[1];
  if (table === "tenant_domains") note(names.domains, "domain");
  if (table === "users") note(names.emails, "email");
  if (table === "connections") {
    note(names.keyIds, "credentials", keyOf);
    note(names.keyIds, "webhook_secrets", keyOf);
  }
}

/** Verifies a backup as a stream. Throws if it is incomplete or altered. */
export async function checkArchive(path: string): Promise<Archive> {
  const sums = new Sums();
  const objects: {
    conversation: Record<string, readonly string[]>;
    team: Record<string, readonly string[]>;
  } = {
    conversation: {},
    team: {},
  };
  const hash = createHash("sha256");
  const ends: { head?: Head; tail?: Tail } = {};
  const seen = (line: string): void => void hash.update(line).update("\n");
  for await (const part of readArchive(path, { seen, ends })) {
    await sums.add(part);
    if (part.kind === "object") objects[part.object.kind][part.table] = part.columns;
  }
  const { head, tail } = ends;
  if (head?.stewardBackup !== FORMAT) throw new Error(`${path} is not a team backup.`);
  if (tail === undefined) throw new Error(`${path} is truncated: the backup was not finished.`);
  const changed = differences(sums.all(), tail.sums);
  if (changed.length > 0) throw new Error(`${path} was changed: ${changed.slice(0, 5).join(", ")}.`);
  return { head, tail, shape: { tables: head.tables, objects }, hash: hash.digest("hex") };
}

/** A backup's parts in their original page sizes. */
export async function* readArchive(
  path: string,
  {
    seen,
    ends,
  }: { readonly seen?: (line: string) => void; readonly ends?: { head?: Head; tail?: Tail } } = {},
): AsyncGenerator<Part> {
  let open: PartHead | null = null;
  let content: unknown[] = [];
  for await (const line of linesOf(path)) {
    seen?.(line);
    const value = JSON.parse(line) as unknown;
    if (typeof value === "string" || Array.isArray(value)) content.push(value);
    else {
      if (open !== null) yield partOf(open, content);
      open = headOf(value, ends);
      content = [];
    }
  }
  if (open !== null) yield partOf(open, content);
}

/** A part's header; null for the first and last lines, which are stored in `ends`. */
function headOf(value: unknown, ends: { head?: Head; tail?: Tail } = {}): PartHead | null {
  const heading = value as Partial<Head> & Partial<PartHead> & { readonly end?: Tail };
  if (heading.stewardBackup !== undefined) ends.head = value as Head;
  if (heading.end !== undefined) ends.tail = heading.end;
  return heading.kind === undefined ? null : (value as PartHead);
}

async function* linesOf(path: string): AsyncGenerator<string> {
  // Errors surface in the loop.
  const text = pipeline(createReadStream(path), createGunzip(), () => undefined).setEncoding("utf8");
  let rest = "";
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

type PartHead =
  | Omit<Extract<Part, { kind: "rows" }>, "rows">
  | Omit<Extract<Part, { kind: "object" }>, "rows">
  | Omit<Extract<Part, { kind: "file" }>, "bytes">;

function partOf(head: PartHead, content: readonly unknown[]): Part {
  if (head.kind === "file")
    return {
      ...head,
      bytes: new Uint8Array(Buffer.concat(content.map((piece) => Buffer.from(String(piece), "base64")))),
    };
  return { ...head, rows: content as readonly Row[] };
}

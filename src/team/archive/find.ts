/** Searches the archive for lines. Reads whole pages: for operators, never within a request. */
import { PageDamage, pageKey, unpackPage, type ArchivedRow, type PageLine } from "./page.ts";
import type { PageRow } from "./archive-old.ts";

/** All given criteria must match, case-insensitively. */
export interface Wanted {
  readonly kind?: string | undefined;
  readonly month?: string | undefined;
  /** Text anywhere in a row. */
  readonly text?: string | undefined;
  /** Actor: part of a name or ID. */
  readonly person?: string | undefined;
  /** A complete value of a row, or a part between colons. */
  readonly id?: string | undefined;
}

/** A line and its location. */
export interface Found {
  readonly kind: string;
  readonly page: number;
  readonly line: PageLine;
}

/** Actor fields of all kinds. */
const ACTORS = ["actorId", "actorName", "startedBy", "reviewedBy", "reviewedByName"];

/** Searches pages in order. Unreadable ones are passed to `damaged`. */
export async function* searchArchive(
  rows: readonly PageRow[],
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>,
  wanted: Wanted,
  damaged: (row: PageRow) => void,
): AsyncGenerator<Found> {
  for (const row of rows) {
    if (row.state === "begun") continue;
    if (wanted.month !== undefined && row.month !== wanted.month) continue;
    if (wanted.kind !== undefined && row.kind !== wanted.kind) continue;
    const lines = await linesOf(row, get);
    if (lines === null) damaged(row);
    for (const line of lines ?? [])
      if (line.row !== undefined && isWanted(line.row, wanted))
        yield { kind: row.kind, page: row.page, line };
  }
}

async function linesOf(
  row: PageRow,
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>,
): Promise<readonly PageLine[] | null> {
  const bytes = await get(pageKey(row));
  if (bytes === null) return null;
  try {
    const { hash, lines } = await unpackPage(bytes);
    return hash === row.hash ? lines : null;
  } catch (error) {
    if (error instanceof PageDamage) return null;
    throw error;
  }
}

function isWanted(row: ArchivedRow, { text, person, id }: Wanted): boolean {
  if (text !== undefined && !holds(row, text)) return false;
  if (id !== undefined && !values(row).some((value) => value === id || value.split(":").includes(id)))
    return false;
  return person === undefined || ACTORS.some((field) => lower(row[field]).includes(person.toLowerCase()));
}

/** Whether any value in the row contains the text. */
export function holds(row: ArchivedRow, words: string): boolean {
  const wanted = words.toLowerCase();
  return values(row).some((value) => value.toLowerCase().includes(wanted));
}

function values(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(values);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

function lower(value: unknown): string {
  return typeof value === "string" ? value.toLowerCase() : "";
}

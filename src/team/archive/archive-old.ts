/**
 * The archiving job: moves old records into the archive, page by page. Steps run in this order, each recorded
 * before the next, so that an interrupted job can be resumed by anyone:
 *
 * 1. `begun`: the page's number and month are reserved.
 * 2. Its object is written, unless it exists: the first writer determines its content, and all others use
 * that.
 * 3. `written`: its hashes are recorded, and its seal is written to the audit in the same batch.
 * 4. The object is read back and verified, and its rows are deleted from their table.
 * 5. `done`. Only then does the next page begin.
 */
import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { auditIf, STEWARD } from "../../platform/audit/index.ts";
import { archivePages } from "../tables/archive.ts";
import { audit, type Statement, type TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { ARCHIVED_MONTHS, type ArchiveKind } from "../api/retention.ts";
import { KIND_NAMES, KINDS, START, type Due, type Place } from "./kinds.ts";
import { packPage, PageDamage, pageKey, sealedLine, unpackPage, type Page, type PageHead } from "./page.ts";
import type { ArchiveStore, StoredPage } from "../../platform/archive-store.ts";

/**
 * Pages per night, more than a busy team fills in a month; maximum lines per page, and maximum characters
 * before compression.
 */
const LIMITS = { pages: 40, lines: 2_000, chars: 2_000_000 } as const;

export interface ArchiveDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly store: ArchiveStore;
  readonly limits?: { readonly pages: number; readonly lines: number; readonly chars: number };
}

export type PageRow = typeof archivePages.$inferSelect;

/**
 * Archives due records, a bounded number of pages. Returns the number of lines. Throws `PageDamage` if a page
 * is not as written; nothing is deleted then.
 */
export async function archiveOld(deps: ArchiveDeps): Promise<number> {
  let lines = 0;
  let left = (deps.limits ?? LIMITS).pages;
  for (const kind of KIND_NAMES) {
    for (; left > 0; left--) {
      const page = await nextPage(deps, kind);
      if (page === null) break;
      lines += await finishPage(deps, page);
    }
  }
  return lines;
}

/** Completes the pages in progress, so that nothing is in transit. */
export async function settleArchive(deps: ArchiveDeps): Promise<void> {
  for (const kind of KIND_NAMES) {
    const page = await openPage(deps.db, kind);
    if (page !== null) await finishPage(deps, page);
  }
}

async function lastPage(db: TenantDb, kind: ArchiveKind): Promise<PageRow | null> {
  const [last] = await db
    .rows(archivePages, eq(archivePages.kind, kind))
    .orderBy(desc(archivePages.page))
    .limit(1);
  return last ?? null;
}

/** Whether a row of a kind that keeps its rows was archived, that is, precedes the end of the last page. */
export async function isArchived(db: TenantDb, kind: ArchiveKind, { at, id }: Place): Promise<boolean> {
  const done = sql`${archivePages.kind} = ${kind} and ${archivePages.state} = 'done'`;
  const [last] = await db.rows(archivePages, done).orderBy(desc(archivePages.page)).limit(1);
  return last !== undefined && (at < last.lastAt || (at === last.lastAt && id <= last.lastId));
}

async function openPage(db: TenantDb, kind: ArchiveKind): Promise<PageRow | null> {
  const last = await lastPage(db, kind);
  return last === null || last.state === "done" ? null : last;
}

/** The page in progress, or a new one for the month of the oldest due row; null if none is due. */
async function nextPage({ db, clock, store }: ArchiveDeps, kind: ArchiveKind): Promise<PageRow | null> {
  const last = await lastPage(db, kind);
  if (last !== null && last.state !== "done") return last;
  const before = `${monthBefore(isoTime(clock.now()), ARCHIVED_MONTHS[kind])}-01`;
  const [oldest] = await KINDS[kind].read(db, startOf(kind, last), before, 1);
  if (oldest === undefined) return null;
  // No page may follow one that does not match its seal.
  if (last !== null) await provenPage({ db, store }, last);
  const page = (last?.page ?? 0) + 1;
  const month = oldest.place.at.slice(0, "2026-11".length);
  const row = { kind, page, month, state: "begun" as const, previous: last?.hash ?? "" };
  await db.insert(archivePages, row).onConflictDoNothing();
  return openPage(db, kind);
}

function startOf(kind: ArchiveKind, last: PageRow | null): Place {
  if (last === null || !KINDS[kind].keepsRows) return START;
  return { at: last.lastAt, id: last.lastId };
}

async function finishPage(deps: ArchiveDeps, row: PageRow): Promise<number> {
  const written = row.state === "begun" ? await writePage(deps, row) : row;
  const page = await provenPage(deps, written);
  const kind = KINDS[row.kind];
  const ids = page.lines.flatMap((line) => (line.row === undefined ? [] : [String(line.row["id"])]));
  for (let from = 0; from < ids.length; from += kind.removed)
    await deps.db.batch(kind.remove(deps.db, ids.slice(from, from + kind.removed)));
  await deps.db.update(archivePages, { state: "done" }, isPage(row, "written"));
  return page.lines.length;
}

/**
 * Writes the object and records its content. A page whose rows are gone meanwhile is written empty, so that
 * nobody can write it later.
 */
async function writePage(deps: ArchiveDeps, row: PageRow): Promise<PageRow> {
  const { db, store } = deps;
  const before = row.page === 1 ? null : await findPage(db, row.kind, row.page - 1);
  const start = startOf(row.kind, before);
  const bytes = (await store.get(pageKey(row)))?.bytes ?? (await createPage(deps, row, start));
  const { lines, hash } = await unpackPage(bytes);
  const last = lines.at(-1)?.row;
  const noted = {
    state: "written" as const,
    hash,
    digest: await sha256Hex(bytes),
    lines: lines.length,
    sizeBytes: bytes.length,
    lastAt: last === undefined ? start.at : String(last[KINDS[row.kind].orderedBy]),
    lastId: last === undefined ? start.id : String(last["id"]),
  };
  await db.batch([
    db.update(archivePages, noted, isPage(row, "begun")),
    sealStatement(deps, { ...row, ...noted }),
  ]);
  return { ...row, ...noted };
}

/** Returns the bytes stored afterwards, whoever wrote them. */
async function createPage(
  { db, ids, store, limits = LIMITS }: ArchiveDeps,
  row: PageRow,
  start: Place,
): Promise<Uint8Array<ArrayBuffer>> {
  const due = await readMonth(db, row, { start, limits });
  const lines = await Promise.all(due.map((one) => sealedLine(one, ids.newId())));
  const bytes = await packPage({ head: headOf(db.tenantId, row), lines });
  if (await store.create(pageKey(row), bytes)) return bytes;
  const there = await store.get(pageKey(row));
  if (there === null) throw new PageDamage("it is missing");
  return there.bytes;
}

/** The next rows of the page's month, up to a page. */
async function readMonth(
  db: TenantDb,
  { kind: name, month }: PageRow,
  { start, limits }: { readonly start: Place; readonly limits: NonNullable<ArchiveDeps["limits"]> },
): Promise<Due[]> {
  const kind = KINDS[name];
  const end = `${monthBefore(month, -1)}-01`;
  const first = { at: month, id: "" };
  const due: Due[] = [];
  let chars = 0;
  for (let after = start.at > first.at ? start : first; ;) {
    const limit = Math.min(kind.rows, limits.lines - due.length);
    const more = await kind.read(db, after, end, limit);
    due.push(...more);
    chars += more.reduce((sum, { row }) => sum + JSON.stringify(row).length, 0);
    const last = more.at(-1);
    const isFull = due.length >= limits.lines || chars >= limits.chars;
    if (last === undefined || more.length < limit || isFull) return due;
    after = last.place;
  }
}

/** The verified page. Throws `PageDamage` if it does not match its record and seal. */
export async function provenPage(
  { db, store }: Pick<ArchiveDeps, "db" | "store">,
  row: PageRow,
): Promise<Page & StoredPage> {
  const stored = await store.get(pageKey(row));
  if (stored === null) throw new PageDamage("it is missing");
  const page = await unpackPage(stored.bytes);
  if (page.hash !== row.hash) throw new PageDamage("it is not the page that was written");
  const seals = await db.rows(audit, isSealOf(row)).limit(2);
  if (seals.some(({ id }) => id !== `${sealId(row)}${row.hash}`))
    throw new PageDamage("it is not the page that was sealed");
  return { ...page, ...stored };
}

/** Audit action of entries that seal pages. Persisted. */
export const SEALED = "archive.sealed";

/** Statement that writes a page's hash to the append-only audit, once its row has it. Idempotent. */
function sealStatement({ db, clock }: ArchiveDeps, row: PageRow): Statement {
  const { kind, page, month, hash, lines } = row;
  const entry = {
    id: `${sealId(row)}${hash}`,
    actor: STEWARD,
    action: SEALED,
    subject: { kind: "archive_page", id: `${kind}:${page}:${hash}` },
    sentence: `${STEWARD.name} sealed page ${page} of the archive of ${kind} (${month}) at ${lines} ${lines === 1 ? "line" : "lines"}: ${hash}`,
  };
  const isNoted = and(isPage(row, "written"), eq(archivePages.hash, hash)) ?? sql`false`;
  return auditIf(db, entry, clock.now(), archivePages, isNoted);
}

function sealId({ kind, page }: Pick<PageRow, "kind" | "page">): string {
  return `archive-seal:${kind}:${page}:`;
}

/** Seal entries of a page. Old ones are in the archive itself, where the following pages prove them. */
function isSealOf(row: PageRow): SQL {
  return sql`${audit.id} >= ${sealId(row)} and ${audit.id} < ${`${sealId(row)}~`}`;
}

/** The page header, from its row. */
export function headOf(team: string, { kind, month, page, previous }: PageRow): PageHead {
  return { archive: 1, team, kind, month, page, previous };
}

function findPage(db: TenantDb, kind: ArchiveKind, page: number): Promise<PageRow | null> {
  return db.find(archivePages, sql`${archivePages.kind} = ${kind} and ${archivePages.page} = ${page}`);
}

function isPage({ kind, page }: PageRow, state: PageRow["state"]): SQL {
  return sql`${archivePages.kind} = ${kind} and ${archivePages.page} = ${page} and ${archivePages.state} = ${state}`;
}

/** The month a number of months before a time; later if negative. */
export function monthBefore(iso: string, months: number): string {
  const [year = 0, month = 1] = iso.split("-").map(Number);
  const count = year * 12 + month - 1 - months;
  return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}`;
}

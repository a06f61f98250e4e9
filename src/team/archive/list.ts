/** The archive for a team's admins: months, and a month of a kind as one file. */
import { desc, sql } from "drizzle-orm";
import { archivePages } from "../tables/archive.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { ArchiveKind, ArchiveMonth } from "../api/retention.ts";
import { PageDamage } from "./page.ts";
import type { ArchiveStore } from "../../platform/archive-store.ts";
import { monthBefore, provenPage, type PageRow } from "./archive-old.ts";

/** Months per list page, with every kind of each. */
const MONTHS = 12;
/** Maximum pages per file. */
const FILE_PAGES = 500;

/** The newest months before one, at most a year. `nextCursor` is null at the end. */
export async function listMonths(
  db: TenantDb,
  before: string | undefined,
): Promise<{ readonly items: ArchiveMonth[]; readonly nextCursor: string | null }> {
  const newest = await newestMonth(db, before);
  if (newest === null) return { items: [], nextCursor: null };
  const first = monthBefore(newest, MONTHS - 1);
  const isListed = sql`${archivePages.month} >= ${first} and ${archivePages.month} <= ${newest} and ${archivePages.lines} > 0`;
  const rows = await db
    .pick(
      {
        month: archivePages.month,
        kind: archivePages.kind,
        lines: sql<number>`sum(${archivePages.lines})`,
        sizeBytes: sql<number>`sum(${archivePages.sizeBytes})`,
      },
      archivePages,
      isListed,
    )
    .groupBy(archivePages.month, archivePages.kind)
    .orderBy(desc(archivePages.month), archivePages.kind);
  const older = await newestMonth(db, first);
  return { items: rows as ArchiveMonth[], nextCursor: older === null ? null : first };
}

async function newestMonth(db: TenantDb, before: string | undefined): Promise<string | null> {
  const where = before === undefined ? undefined : sql`${archivePages.month} < ${before}`;
  const [row] = await db.rows(archivePages, where).orderBy(desc(archivePages.month)).limit(1);
  return row?.month ?? null;
}

/**
 * A month of a kind as one file: concatenated pages, which are valid gzip (RFC 1952, section 2.2). A page
 * that does not match its seal ends it with an error. Throws `not_found`, `too_large`, `conflict` if the
 * first page does not match.
 */
export async function monthFile(
  { db, store }: { readonly db: TenantDb; readonly store: ArchiveStore },
  kind: ArchiveKind,
  month: string,
): Promise<ReadableStream<Uint8Array>> {
  const isIt = sql`${archivePages.month} = ${month} and ${archivePages.kind} = ${kind} and ${archivePages.lines} > 0`;
  const pages = await db
    .rows(archivePages, isIt)
    .orderBy(archivePages.page)
    .limit(FILE_PAGES + 1);
  if (pages.length === 0) throw new AppError("not_found", "Nothing from that month is in the archive.");
  if (pages.length > FILE_PAGES)
    throw new AppError("too_large", "That month is too large to download. Ask your administrator for it.");
  const [first, ...rest] = pages;
  const bytes = first === undefined ? new Uint8Array() : await provenBytes({ db, store }, first);
  let at = 0;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes),
    async pull(controller) {
      const page = rest[at++];
      if (page === undefined) return controller.close();
      controller.enqueue(await provenBytes({ db, store }, page));
    },
  });
}

/** Throws `conflict` for a page that does not match its seal. */
async function provenBytes(
  deps: { readonly db: TenantDb; readonly store: ArchiveStore },
  row: PageRow,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return (await provenPage(deps, row)).bytes;
  } catch (error) {
    if (!(error instanceof PageDamage)) throw error;
    throw new AppError(
      "conflict",
      `Page ${row.page} of this month isn’t what was archived: ${error.message}. Ask your administrator to prove the archive.`,
      { cause: error },
    );
  }
}

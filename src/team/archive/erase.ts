/**
 * Permanently erases a person from the archive: the complete rows of their lines, with salts; time, kind and
 * seal remain, so that the archive can still be verified. Call it after the person's rows were deleted from
 * the database: pages in progress are then completed first, and later pages contain none of them.
 */
import { and, sql } from "drizzle-orm";
import { auditIf, STEWARD } from "../../platform/audit/index.ts";
import { archivePages } from "../tables/archive.ts";
import { isoTime } from "../../kernel/clock.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { KIND_NAMES, pagesAfter } from "./kinds.ts";
import { erasedLine, packPage, pageKey, type ArchivedRow, type PageLine } from "./page.ts";
import { provenPage, settleArchive, type ArchiveDeps, type PageRow } from "./archive-old.ts";

/** Progress of an erasure: a kind and its last page. Null at the end. */
export interface ErasePlace {
  readonly kind: PageRow["kind"];
  readonly page: number;
}

/** Pages per call. */
const PAGES = 25;

/**
 * Erases every matching line, in pages after a place; `isDry` only counts. Returns the number of lines and
 * where to continue, null at the end. Idempotent. Throws `PageDamage` for a page that is not as written.
 */
export async function eraseFromArchive(
  deps: ArchiveDeps,
  isTheirs: (row: ArchivedRow) => boolean,
  after: ErasePlace | null,
  isDry = false,
): Promise<{ readonly lines: number; readonly next: ErasePlace | null }> {
  if (after === null) await settleArchive(deps);
  let lines = 0;
  let left = PAGES;
  for (const kind of KIND_NAMES.slice(after === null ? 0 : KIND_NAMES.indexOf(after.kind))) {
    const from = after?.kind === kind ? after.page : 0;
    const rows = await pagesAfter(deps.db, kind, from, left);
    for (const row of rows) lines += await eraseFromPage(deps, row, isTheirs, isDry);
    left -= rows.length;
    const last = rows.at(-1);
    if (left === 0) return { lines, next: { kind, page: last?.page ?? from } };
  }
  return { lines, next: null };
}

async function eraseFromPage(
  deps: ArchiveDeps,
  row: PageRow,
  isOf: (row: ArchivedRow) => boolean,
  isDry: boolean,
): Promise<number> {
  if (row.state === "begun") return 0;
  const { clock, store } = deps;
  for (;;) {
    const { head, lines, bytes, etag } = await provenPage(deps, row);
    const isTheirs = ({ row: kept }: PageLine): boolean => kept !== undefined && isOf(kept);
    const theirs = lines.filter(isTheirs).length;
    if (isDry) return theirs;
    if (theirs === 0) {
      await note(deps, row, lines, bytes);
      return 0;
    }
    const erasedAt = isoTime(clock.now());
    const left = lines.map((line) => (isTheirs(line) ? erasedLine(line, erasedAt) : line));
    const packed = await packPage({ head, lines: left });
    // Read it again after a concurrent erasure.
    if (!(await store.replace(pageKey(row), packed, etag))) continue;
    await note(deps, row, left, packed);
    return theirs;
  }
}

/** Also corrects the record after an interrupted erasure. Each is audited. */
async function note(
  { db, clock }: Pick<ArchiveDeps, "db" | "clock">,
  { kind, page, digest }: PageRow,
  lines: readonly PageLine[],
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const now = await sha256Hex(bytes);
  if (now === digest) return;
  const erased = lines.filter(({ row }) => row === undefined).length;
  const isIt = sql`${archivePages.kind} = ${kind} and ${archivePages.page} = ${page}`;
  const entry = {
    id: `archive-erased:${kind}:${page}:${now}`,
    actor: STEWARD,
    action: "archive.erased",
    subject: { kind: "archive_page", id: `${kind}:${page}` },
    sentence: `${STEWARD.name} erased lines of page ${page} of the archive of ${kind}: ${erased} of ${lines.length} are erased`,
  };
  const isNoted = and(isIt, sql`${archivePages.digest} = ${now}`) ?? sql`false`;
  await db.batch([
    db.update(archivePages, { digest: now, erased, sizeBytes: bytes.length }, isIt),
    auditIf(db, entry, clock.now(), archivePages, isNoted),
  ]);
}

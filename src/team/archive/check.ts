/**
 * Nightly verification of the archive (verify.ts), the pages verified longest ago first, so that a night goes on where the one before stopped. Admins are
 * notified once of problems. Nothing is repaired.
 */
import { and, between, eq, sql, type SQL } from "drizzle-orm";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { PageRow } from "./archive-old.ts";
import { archivePages } from "../tables/archive.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { AdminNews } from "../../platform/notifier.ts";
import type { ArchiveStore } from "../../platform/archive-store.ts";
import { verifyArchive, type Proof } from "./verify.ts";

/** Maximum pages verified per night. */
const PAGES = 2_000;
/** Maximum pages named in a notification. */
const NAMED = 5;

interface ArchiveCheckDeps {
  readonly db: TenantDb;
  readonly store: ArchiveStore;
  readonly clock: Clock;
  /** Pages that are proven at once; those of a night where left out. */
  readonly most?: number;
  /** Tells admins; a repeat with the same `once` tells nobody twice. */
  readonly tell: (news: AdminNews) => Promise<void>;
  /** Called when everything is verified. */
  readonly settle: () => Promise<void>;
}

/** Proves the pages that are due. */
export async function checkArchive(deps: ArchiveCheckDeps): Promise<{ readonly summary: string }> {
  const { db, most = PAGES } = deps;
  const due = await db
    .rows(archivePages)
    .orderBy(archivePages.checkedAt, archivePages.kind, archivePages.page)
    .limit(most);
  const ranges = rangesOf(due);
  // Verified twice, because an erasure between the two reads changes a page and its row.
  const first = await proofOf(deps, ranges);
  const { pages, findings } = first.findings.length === 0 ? first : await proofOf(deps, ranges);
  await keepFindings(deps, ranges, findings);
  const broken = await db
    .rows(archivePages, sql`problem is not null`)
    .orderBy(archivePages.kind, archivePages.page)
    .limit(most);
  const found = broken.map(({ kind, page, problem }) => `${kind}, page ${page}: ${problem ?? ""}`);
  if (found.length === 0) await deps.settle();
  else
    await deps.tell({
      once: await derivedId("broken archive", deps.db.tenantId, ...found),
      title: "The archive isn’t what was written",
      body: `${found.slice(0, NAMED).join("; ")}${found.length > NAMED ? `; and ${found.length - NAMED} more` : ""}. Nothing was changed. A backup may still hold these pages.`,
      path: "/settings/kept",
    });
  const wrong = found.length === 0 ? "" : ` ${found.length} not as written.`;
  return { summary: `${pages} ${pages === 1 ? "page" : "pages"} of the archive checked.${wrong}` };
}

/** Pages of a kind that follow each other. */
interface Range {
  readonly kind: PageRow["kind"];
  readonly first: number;
  readonly last: number;
}

function rangesOf(rows: readonly PageRow[]): Range[] {
  const ranges: Range[] = [];
  const order = rows.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.page - b.page);
  for (const { kind, page } of order) {
    const open = ranges.at(-1);
    if (open?.kind === kind && open.last + 1 === page) ranges[ranges.length - 1] = { ...open, last: page };
    else ranges.push({ kind, first: page, last: page });
  }
  return ranges;
}

function whereInRange({ kind, first, last }: Range): SQL {
  return and(eq(archivePages.kind, kind), between(archivePages.page, first, last)) ?? sql`false`;
}

/** Proves them by the pages right before them, which are not proven again. */
async function proofOf({ db, store }: ArchiveCheckDeps, ranges: readonly Range[]): Promise<Proof> {
  if (ranges.length === 0) return { pages: 0, lines: 0, erased: 0, findings: [], heads: [] };
  const found = await Promise.all(
    ranges.map((range) => db.rows(archivePages, whereInRange({ ...range, first: range.first - 1 }))),
  );
  const rows = found.flat();
  const isDue = ({ kind, page }: PageRow): boolean =>
    ranges.some((range) => range.kind === kind && page >= range.first && page <= range.last);
  const { due = [], before = [] } = Object.groupBy(rows, (row) => (isDue(row) ? "due" : "before"));
  const get = async (key: string) => (await store.get(key))?.bytes ?? null;
  return verifyArchive(db.tenantId, due, get, [], before);
}

async function keepFindings(
  { db, clock }: ArchiveCheckDeps,
  ranges: readonly Range[],
  findings: Proof["findings"],
): Promise<void> {
  if (ranges.length === 0) return;
  const checkedAt = isoTime(clock.now());
  await db.batch([
    ...ranges.map((range) => db.update(archivePages, { checkedAt, problem: null }, whereInRange(range))),
    ...findings.map(({ kind, page, problem }) =>
      db.update(
        archivePages,
        { problem },
        and(eq(archivePages.kind, kind as PageRow["kind"]), eq(archivePages.page, page)) ?? sql`false`,
      ),
    ),
  ]);
}

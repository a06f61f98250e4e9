/** The nightly check of the archive: every page is proven (verify.ts), and admins are told once of what isn't. Nothing is repaired. */
import { archivePages } from "../tables/archive.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { ArchiveStore } from "./store.ts";
import { verifyArchive, type Proof } from "./verify.ts";

/** Pages that are proven in a night. */
const PAGES = 2_000;
/** Pages that one notification names. */
const NAMED = 5;

/** What the check is given. */
export interface ArchiveCheckDeps {
  readonly db: TenantDb;
  readonly store: ArchiveStore;
  /** Tells admins; a repeat with the same `once` tells nobody twice. */
  readonly tell: (news: {
    readonly once: string;
    readonly title: string;
    readonly body: string;
    readonly path: string;
  }) => Promise<void>;
  /** Everything is proven. */
  readonly settle: () => Promise<void>;
}

/** Proves all pages. */
export async function checkArchive(deps: ArchiveCheckDeps): Promise<{ readonly summary: string }> {
  // Proven again: an erasure between the two reads changes a page and its row.
  const first = await proofOf(deps);
  const { pages, findings } = first.findings.length === 0 ? first : await proofOf(deps);
  const found = findings.map(({ kind, page, problem }) => `${kind}, page ${page}: ${problem}`);
  if (found.length === 0) await deps.settle();
  else
    await deps.tell({
      once: await derivedId("broken archive", deps.db.tenantId, ...found),
      title: "The archive isn’t what was written",
      body: `${found.slice(0, NAMED).join("; ")}${found.length > NAMED ? `; and ${found.length - NAMED} more` : ""}. Nothing was changed. A backup may still hold these pages.`,
      path: "/settings/kept",
    });
  const broken = found.length === 0 ? "" : ` ${found.length} not as written.`;
  return { summary: `${pages} ${pages === 1 ? "page" : "pages"} of the archive checked.${broken}` };
}

async function proofOf({ db, store }: ArchiveCheckDeps): Promise<Proof> {
  const rows = await db.rows(archivePages).orderBy(archivePages.kind, archivePages.page).limit(PAGES);
  return verifyArchive(db.tenantId, rows, async (key) => (await store.get(key))?.bytes ?? null);
}

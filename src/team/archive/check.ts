/**
 * Nightly verification of the archive: every page is verified (verify.ts), and admins are notified once of
 * problems. Nothing is repaired.
 */
import { archivePages } from "../tables/archive.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { ArchiveStore } from "./store.ts";
import { verifyArchive, type Proof } from "./verify.ts";

/** Maximum pages verified per night. */
const PAGES = 2_000;
/** Maximum pages named in a notification. */
const NAMED = 5;

/** Dependencies. */
export interface ArchiveCheckDeps {
  readonly db: TenantDb;
  readonly store: ArchiveStore;
  /** Notifies admins. Idempotent by `once`. */
  readonly tell: (news: {
    readonly once: string;
    readonly title: string;
    readonly body: string;
    readonly path: string;
  }) => Promise<void>;
  /** Called when everything is verified. */
  readonly settle: () => Promise<void>;
}

export async function checkArchive(deps: ArchiveCheckDeps): Promise<{ readonly summary: string }> {
  // Verified twice, because an erasure between the two reads changes a page and its row.
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

/**
 * The common base of both sides as of the last sync, file by file. Only the sync that holds the lease writes
 * it: otherwise a sync of a previous repository could leave entries behind, whose files would then seem
 * deleted there and be deleted here.
 */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { mirrorFiles, mirrors } from "../tables/mirror.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { toHex } from "../../kernel/hash.ts";

/** A sync, identified by its lease. */
export interface Sync {
  readonly db: TenantDb;
  readonly lease: string;
}

export type BaseFile = Omit<typeof mirrorFiles.$inferSelect, "tenantId">;

/** By path. */
export async function readBase(db: TenantDb): Promise<Map<string, BaseFile>> {
  const rows = await db.rows(mirrorFiles);
  return new Map(
    rows.map(({ path, etag, sha256, blobSha }) => [path, { path, etag, sha256, blobSha }] as const),
  );
}

/** Stores the content both sides now share. */
export async function keepBase(sync: Sync, base: BaseFile): Promise<void> {
  const { db, lease } = sync;
  await db.batch([
    db.remove(mirrorFiles, and(eq(mirrorFiles.path, base.path), isHeld(sync)) ?? sql`false`),
    db.insertIf(mirrorFiles, base, mirrors, eq(mirrors.leasedUntil, lease)),
  ]);
}

/** Removes a file from the base: it is on neither side, or counts as new. */
export async function dropBase(sync: Sync, path: string): Promise<void> {
  await sync.db.remove(mirrorFiles, and(eq(mirrorFiles.path, path), isHeld(sync)) ?? sql`false`);
}

/** Clears the base, as on setup. */
export async function startOver(sync: Sync): Promise<void> {
  const { db, lease } = sync;
  await db.batch([
    db.remove(mirrorFiles, isHeld(sync)),
    db.update(mirrors, { headSha: null }, eq(mirrors.leasedUntil, lease)),
  ]);
}

/** Whether a sync still holds its lease. */
export function isHeld({ db, lease }: Sync): SQL {
  return sql`exists (select 1 from ${mirrors} where ${mirrors.tenantId} = ${db.tenantId} and ${mirrors.leasedUntil} = ${lease})`;
}

/** Git's hash of a content (git-scm.com/book, Git Objects). */
export async function blobShaOf(content: string): Promise<string> {
  const bytes = new TextEncoder().encode(content);
  const head = new TextEncoder().encode(`blob ${bytes.length}\0`);
  const whole = new Uint8Array(head.length + bytes.length);
  whole.set(head);
  whole.set(bytes, head.length);
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-1", whole)));
}

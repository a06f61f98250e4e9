/**
 * What both sides held when they were last brought together, file by file. Only the sync that holds the lease writes here: one that another
 * repository was set under would else leave its files behind, which would then be missed there and be deleted here.
 */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { mirrorFiles, mirrors } from "../tables/mirror.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { toHex } from "../../kernel/hash.ts";

/** A sync, by the lease it holds. */
export interface Sync {
  readonly db: TenantDb;
  readonly lease: string;
}

export type BaseFile = Omit<typeof mirrorFiles.$inferSelect, "tenantId">;

/** All of them, by path. */
export async function readBase(db: TenantDb): Promise<Map<string, BaseFile>> {
  const rows = await db.rows(mirrorFiles);
  return new Map(
    rows.map(({ path, etag, sha256, blobSha }) => [path, { path, etag, sha256, blobSha }] as const),
  );
}

/** Keeps what both sides hold of a file now. */
export async function keepBase(sync: Sync, base: BaseFile): Promise<void> {
  const { db, lease } = sync;
  await db.batch([
    db.remove(mirrorFiles, and(eq(mirrorFiles.path, base.path), isHeld(sync)) ?? sql`false`),
    db.insertIf(mirrorFiles, base, mirrors, eq(mirrors.leasedUntil, lease)),
  ]);
}

/** Neither side holds the file any more, or it counts as new. */
export async function dropBase(sync: Sync, path: string): Promise<void> {
  await sync.db.remove(mirrorFiles, and(eq(mirrorFiles.path, path), isHeld(sync)) ?? sql`false`);
}

/** Everything counts as new, as when the mirror was set up. */
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

/** Git's own name of a content (git-scm.com/book, Git Objects). */
export async function blobShaOf(content: string): Promise<string> {
  const bytes = new TextEncoder().encode(content);
  const head = new TextEncoder().encode(`blob ${bytes.length}\0`);
  const whole = new Uint8Array(head.length + bytes.length);
  whole.set(head);
  whole.set(bytes, head.length);
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-1", whole)));
}

/**
 * Files of the branch that can't be workspace files, by path and content: fetched only once, and shown to
 * people.
 */
import { and, eq, sql } from "drizzle-orm";
import { mirrors, mirrorUnreadable } from "../tables/mirror.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isHeld, type Sync } from "./base.ts";

const LISTED = 200;

/** Their paths, for people. */
export async function listUnreadable(db: TenantDb): Promise<string[]> {
  const rows = await db.rows(mirrorUnreadable).orderBy(mirrorUnreadable.path).limit(LISTED);
  return rows.map(({ path }) => path);
}

/** Git's hash of the content, by path. */
export async function readUnreadable(db: TenantDb): Promise<Map<string, string>> {
  const rows = await db.rows(mirrorUnreadable);
  return new Map(rows.map(({ path, blobSha }) => [path, blobSha] as const));
}

/** Records unsuitable content. Only by the sync that holds the lease. */
export async function keepUnreadable(sync: Sync, file: { path: string; blobSha: string }): Promise<void> {
  const { db, lease } = sync;
  const { path, blobSha } = file;
  await db.batch([
    db.remove(mirrorUnreadable, isOf(sync, path)),
    db.insertIf(mirrorUnreadable, { path, blobSha }, mirrors, eq(mirrors.leasedUntil, lease)),
  ]);
}

/** The path has other content by now, or none. */
export async function dropUnreadable(sync: Sync, path: string): Promise<void> {
  await sync.db.remove(mirrorUnreadable, isOf(sync, path));
}

function isOf(sync: Sync, path: string) {
  return and(eq(mirrorUnreadable.path, path), isHeld(sync)) ?? sql`false`;
}

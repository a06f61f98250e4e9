/** Files of the branch that cannot be files here, by path and content: they are fetched once, and people see which they are. */
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

/** All of them: Git's name of the content by path. */
export async function readUnreadable(db: TenantDb): Promise<Map<string, string>> {
  const rows = await db.rows(mirrorUnreadable);
  return new Map(rows.map(({ path, blobSha }) => [path, blobSha] as const));
}

/** Keeps that a content is no file here. Only the sync that holds the lease does. */
export async function keepUnreadable(sync: Sync, file: { path: string; blobSha: string }): Promise<void> {
  const { db, lease } = sync;
  const { path, blobSha } = file;
  await db.batch([
    db.remove(mirrorUnreadable, isOf(sync, path)),
    db.insertIf(mirrorUnreadable, { path, blobSha }, mirrors, eq(mirrors.leasedUntil, lease)),
  ]);
}

/** The path holds something else by now, or nothing. */
export async function dropUnreadable(sync: Sync, path: string): Promise<void> {
  await sync.db.remove(mirrorUnreadable, isOf(sync, path));
}

function isOf(sync: Sync, path: string) {
  return and(eq(mirrorUnreadable.path, path), isHeld(sync)) ?? sql`false`;
}

/** Files of the branch that cannot be files here, by path and content: they are fetched once, and people see which they are. */
import { and, eq, sql } from "drizzle-orm";
import { mirrors, mirrorUnreadable, type TenantDb } from "../db/index.ts";
import { isHeld, type Look } from "./base.ts";

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

/** Keeps that a content is no file here. Only the look that holds the lease does. */
export async function keepUnreadable(look: Look, file: { path: string; blobSha: string }): Promise<void> {
  const { db, lease } = look;
  const { path, blobSha } = file;
  await db.batch([
    db.remove(mirrorUnreadable, isOf(look, path)),
    db.insertIf(mirrorUnreadable, { path, blobSha }, mirrors, eq(mirrors.leasedUntil, lease)),
  ]);
}

/** The path holds something else by now, or nothing. */
export async function dropUnreadable(look: Look, path: string): Promise<void> {
  await look.db.remove(mirrorUnreadable, isOf(look, path));
}

function isOf(look: Look, path: string) {
  return and(eq(mirrorUnreadable.path, path), isHeld(look)) ?? sql`false`;
}

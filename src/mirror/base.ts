/** What both sides held when they were last brought together, file by file. */
import { eq } from "drizzle-orm";
import { mirrorFiles, type TenantDb } from "../db/index.ts";
import { toHex } from "../kernel/hash.ts";

export type BaseFile = Omit<typeof mirrorFiles.$inferSelect, "tenantId">;

/** All of them, by path. */
export async function readBase(db: TenantDb): Promise<Map<string, BaseFile>> {
  const rows = await db.rows(mirrorFiles);
  return new Map(
    rows.map(({ path, etag, sha256, blobSha }) => [path, { path, etag, sha256, blobSha }] as const),
  );
}

/** Keeps what both sides hold of a file now. */
export async function keepBase(db: TenantDb, base: BaseFile): Promise<void> {
  const { path, ...set } = base;
  await db
    .insert(mirrorFiles, { path, ...set })
    .onConflictDoUpdate({ target: [mirrorFiles.tenantId, mirrorFiles.path], set });
}

/** Neither side holds the file any more, or it counts as new. */
export async function dropBase(db: TenantDb, path: string): Promise<void> {
  await db.remove(mirrorFiles, eq(mirrorFiles.path, path));
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

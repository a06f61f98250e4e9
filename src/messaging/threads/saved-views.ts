/** A member's saved views of the inbox. */
import { and, asc, eq, sql } from "drizzle-orm";
import { threadViews } from "../tables/threads.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { MAX_SAVED_VIEWS, type SavedView } from "../api/thread-views.ts";

/** All, sorted by name. */
export async function listSavedViews(db: TenantDb, userId: string): Promise<SavedView[]> {
  const rows = await db
    .rows(threadViews, eq(threadViews.userId, userId))
    .orderBy(asc(sql`lower(${threadViews.name})`), asc(threadViews.id))
    .limit(MAX_SAVED_VIEWS);
  return rows.map(({ id, name, view, line, channel, assigneeId }) => ({
    id,
    name,
    view,
    line,
    channel,
    assigneeId,
  }));
}

/** Creates or updates one. Idempotent. Throws `conflict` at the maximum. */
export async function putSavedView(db: TenantDb, userId: string, given: SavedView): Promise<SavedView> {
  const all = await listSavedViews(db, userId);
  if (all.length >= MAX_SAVED_VIEWS && !all.some(({ id }) => id === given.id))
    throw new AppError("conflict", `You have ${MAX_SAVED_VIEWS} saved views. Remove one first.`);
  const { id: _, ...set } = given;
  await db.insert(threadViews, { ...given, userId }).onConflictDoUpdate({
    target: [threadViews.tenantId, threadViews.userId, threadViews.id],
    set: set as never,
  });
  return given;
}

/** Idempotent. */
export async function removeSavedView(db: TenantDb, userId: string, id: string): Promise<void> {
  await db.remove(threadViews, and(eq(threadViews.userId, userId), eq(threadViews.id, id)) ?? sql`0`);
}

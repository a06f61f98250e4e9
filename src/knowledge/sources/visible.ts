/**
 * Who can find a source's items: everyone in the team, or only its owner. Checked against the records on every read, so that changes
 * apply at once.
 */
import { eq, isNull, sql } from "drizzle-orm";
import { knowledgeSources } from "../tables/knowledge.ts";
import { users, type TenantDb } from "../../platform/db/index.ts";
import { NO_READER } from "../../platform/privacy.ts";
import type { KnowledgeKind } from "../api/knowledge.ts";
import type { Quote } from "../../platform/api/search-items.ts";
import type { SourceRow } from "./sync.ts";

/** Above any team's number of sources. */
const MOST = 1_000;

/** Whether a user can find its items; null is no particular user, such as a run nobody started. */
export function isVisible(
  { visibility, ownerId }: Pick<SourceRow, "visibility" | "ownerId">,
  userId: string | null,
): boolean {
  return visibility === "team" || (ownerId !== null && ownerId === userId);
}

/** A possible owner. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Current team members. */
export async function membersOf(db: TenantDb): Promise<Member[]> {
  const rows = await db.rows(users, isNull(users.removedAt));
  return rows.map(({ id, name, email }) => ({ id, name, email }));
}

/** The member behind a person's name at a service; null if none. */
export function ownerOf(members: readonly Member[], person: string): string | null {
  return members.find(({ email }) => email.toLowerCase() === person.toLowerCase())?.id ?? null;
}

export function keptFor(ownerId: string | null): Pick<SourceRow, "ownerId" | "visibility"> {
  return { ownerId, visibility: ownerId === null ? "team" : "owner" };
}

/** Kinds with a first pass in progress, among sources the user can find. */
export async function kindsBeingRead(db: TenantDb, userId: string | null): Promise<KnowledgeKind[]> {
  const first = sql`${knowledgeSources.finishedAt} IS NULL AND ${knowledgeSources.state} <> 'removing'`;
  const rows = (await db.rows(knowledgeSources, first).limit(MOST)).filter((row) => isVisible(row, userId));
  return [...new Set(rows.map(({ kind }) => kind))];
}

/** Sources only one member can find. */
export async function ownSources(db: TenantDb): Promise<SourceRow[]> {
  return db.rows(knowledgeSources, sql`${knowledgeSources.visibility} = 'owner'`).limit(MOST);
}

/** The restriction on a conversation that quotes a source; null if the whole team can find it. */
export async function quoteOf(db: TenantDb, sourceId: string): Promise<Quote | null> {
  const row = await db.find(knowledgeSources, eq(knowledgeSources.id, sourceId));
  if (row?.visibility !== "owner") return null;
  return { sourceId, readerId: row.ownerId ?? NO_READER };
}

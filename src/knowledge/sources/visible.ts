/** Who finds what a source holds: everybody in the team, or its owner alone. Asked of the records each time, so that a change holds at once. */
import { eq, isNull, sql } from "drizzle-orm";
import { knowledgeSources } from "../tables/knowledge.ts";
import { users, type TenantDb } from "../../platform/db/index.ts";
import { NO_READER } from "../../agent/privacy/index.ts";
import type { KnowledgeKind } from "../api/knowledge.ts";
import type { Quote } from "../api/search-items.ts";
import type { SourceRow } from "./sync.ts";

/** Sources of a team are few; none is left out. */
const MOST = 1_000;

/** Whether somebody finds what it holds; null is nobody of the team in particular, such as a run that no person started. */
export function isVisible(
  { visibility, ownerId }: Pick<SourceRow, "visibility" | "ownerId">,
  userId: string | null,
): boolean {
  return visibility === "team" || (ownerId !== null && ownerId === userId);
}

/** Somebody who can have a source of their own. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** The team as it is now. */
export async function membersOf(db: TenantDb): Promise<Member[]> {
  const rows = await db.rows(users, isNull(users.removedAt));
  return rows.map(({ id, name, email }) => ({ id, name, email }));
}

/** Whose own it is what a service has under a person's name; null where that is nobody of the team. */
export function ownerOf(members: readonly Member[], person: string): string | null {
  return members.find(({ email }) => email.toLowerCase() === person.toLowerCase())?.id ?? null;
}

/** What is set of a source that one member alone finds, or everybody. */
export function keptFor(ownerId: string | null): Pick<SourceRow, "ownerId" | "visibility"> {
  return { ownerId, visibility: ownerId === null ? "team" : "owner" };
}

/** Kinds of things that a source is being read for, for the first time, of those whose things somebody finds. */
export async function kindsBeingRead(db: TenantDb, userId: string | null): Promise<KnowledgeKind[]> {
  const first = sql`${knowledgeSources.finishedAt} IS NULL AND ${knowledgeSources.state} <> 'removing'`;
  const rows = (await db.rows(knowledgeSources, first).limit(MOST)).filter((row) => isVisible(row, userId));
  return [...new Set(rows.map(({ kind }) => kind))];
}

/** Sources that one member alone finds. */
export async function ownSources(db: TenantDb): Promise<SourceRow[]> {
  return db.rows(knowledgeSources, sql`${knowledgeSources.visibility} = 'owner'`).limit(MOST);
}

/** What a conversation that holds words of a source quotes; null where the whole team finds them. */
export async function quoteOf(db: TenantDb, sourceId: string): Promise<Quote | null> {
  const row = await db.find(knowledgeSources, eq(knowledgeSources.id, sourceId));
  if (row?.visibility !== "owner") return null;
  return { sourceId, readerId: row.ownerId ?? NO_READER };
}

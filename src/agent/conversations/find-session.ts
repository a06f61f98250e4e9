/** Finds the chat with an agent that a person continues. */
import { and, desc, eq } from "drizzle-orm";
import { conversations } from "../tables/conversations.ts";
import { type TenantDb } from "../../platform/db/index.ts";

const STATES = ["open", "completed", "expired", "deleted"] as const;

/**
 * The newest chats that a member started with an agent: `open` is one that isn't over, `last` is the newest
 * of all. A new chat's ID is derived from `last`, so that two simultaneous requests create the same one.
 */
export async function findSession(
  db: TenantDb,
  { userId, agent }: { readonly userId: string; readonly agent: string },
): Promise<{ readonly open: string | null; readonly last: string | null }> {
  const { id, createdAt, startedBy, sessionState } = conversations;
  const found = await Promise.all(
    STATES.map((state) =>
      db
        .pick(
          { id, createdAt },
          conversations,
          and(eq(startedBy, userId), eq(conversations.agent, agent), eq(sessionState, state)),
        )
        .orderBy(desc(createdAt))
        .limit(1),
    ),
  );
  const rows = found.map(([row]) => row as { id: string; createdAt: string } | undefined);
  const last = rows
    .filter((row) => row !== undefined)
    .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0];
  return { open: rows[0]?.id ?? null, last: last?.id ?? null };
}

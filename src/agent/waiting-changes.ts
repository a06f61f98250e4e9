/** Pending file changes, which look-ups of the file mention. */
import { and, eq } from "drizzle-orm";
import { conversations } from "./tables/conversations.ts";
import { approvals } from "../approvals/tables/approvals.ts";
import { among, users, type TenantDb } from "../platform/db/index.ts";
import { readersOf } from "../platform/privacy.ts";

const MOST = 20;

/** By path, in words; of a private conversation without who asked. */
export async function waitingChanges(
  db: TenantDb,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(paths)].map((path) => `file:${path}`);
  if (keys.length === 0) return new Map();
  const waiting = await db
    .rows(
      approvals,
      and(eq(approvals.status, "pending"), among(approvals.threadKey, keys)) ?? eq(approvals.id, ""),
    )
    .limit(MOST);
  if (waiting.length === 0) return new Map();
  const ids = waiting.map(({ conversationId }) => conversationId);
  const [told, hidden] = await Promise.all([
    db.rows(conversations, among(conversations.id, ids)),
    readersOf(db, ids),
  ]);
  const begun = told.flatMap(({ id, startedBy }) =>
    startedBy === null || hidden.has(id) ? [] : [[id, startedBy] as const],
  );
  const members =
    begun.length === 0
      ? []
      : await db.rows(
          users,
          among(
            users.id,
            begun.map(([, by]) => by),
          ),
        );
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const by = new Map(begun.map(([id, userId]) => [id, names.get(userId)]));
  return new Map(
    waiting.map(({ threadKey, title, conversationId }) => {
      const name = by.get(conversationId);
      const whose = name === undefined ? "" : `, asked for by ${name}`;
      return [
        (threadKey ?? "").slice("file:".length),
        `Not decided yet${whose}: ${title}. Say that it waits.`,
      ];
    }),
  );
}

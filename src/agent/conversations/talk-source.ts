/**
 * Search source of conversations with Steward: one item per run, with the text of members and the agent.
 * Contacts' texts and e-mails are separate items.
 */
import { and, asc, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { among, byIds, type TenantDb } from "../../platform/db/index.ts";
import { conversations, runs } from "../tables/conversations.ts";
import { eventStatement, STEWARD_ACTOR } from "../../platform/events/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import { readersOf } from "../../platform/privacy.ts";
import type { ConversationRpc } from "../api/objects.ts";
import { readerShelf, type SearchItem } from "../../platform/api/search-items.ts";
import type { SearchSource } from "../../platform/search-sources.ts";
import { isNoAction } from "./background-run.ts";
import { cutAtWord, plainText } from "./state.ts";
import type { LogMessage } from "./types.ts";

/** Maximum indexed characters of a run. */
const INDEXED_CHARS = 20_000;
/** Runs per event, and maximum events per change. */
const RUNS = 500;
const EVENTS = 20;

type RunRow = Pick<typeof runs.$inferSelect, "id" | "conversationId" | "startedAt">;

/** A run's messages, one line each: `Dana Whitfield: …`, `Steward: …`. Silent replies are left out. */
export function talkOf(messages: readonly LogMessage[]): string {
  const lines = messages.flatMap(({ kind, author, parts }) => {
    const words = plainText(parts);
    if (words === "" || (kind === "inbound" && author.kind !== "user") || isNoAction(words)) return [];
    return [`${kind === "reply" ? "Steward" : author.name}: ${words}`];
  });
  return cutAtWord(lines.join("\n"), INDEXED_CHARS);
}

/** The search source of a tenant. `open` returns a conversation's object. */
export function talkSource(
  db: TenantDb,
  open: (conversationId: string) => Promise<Pick<ConversationRpc, "said">>,
): SearchSource {
  const items = async (
    rows: readonly RunRow[],
    known: readonly (typeof conversations.$inferSelect)[],
  ): Promise<SearchItem[]> => {
    const byConversation = Map.groupBy(rows, ({ conversationId }) => conversationId);
    const readers = await readersOf(
      db,
      known.map(({ id }) => id),
    );
    const found = await Promise.all(
      known.map(async ({ id, title, contact }) => {
        const reader = readers.get(id);
        const mine = byConversation.get(id) ?? [];
        const address = { tenantId: db.tenantId, conversationId: id };
        const said = await (
          await open(id)
        ).said(
          address,
          mine.map((run) => run.id),
        );
        return mine.flatMap((run): SearchItem[] => {
          const text = said[run.id] ?? "";
          if (text === "") return [];
          return [
            {
              source: "conversation",
              id: run.id,
              title,
              text,
              keywords: contact?.name ?? "",
              at: run.startedAt,
              url: `/conversations/${encodeURIComponent(id)}`,
              thread: id,
              ...(reader === undefined ? {} : { shelf: readerShelf(reader) }),
            },
          ];
        });
      }),
    );
    return found.flat();
  };
  const columns = { id: runs.id, conversationId: runs.conversationId, startedAt: runs.startedAt };
  const there = isNull(conversations.deletedAt);
  return {
    async load(ids) {
      const mine = sql`+${runs.tenantId} = ${db.tenantId} and ${among(runs.id, ids)}`;
      const theirs = sql`(select ${runs.conversationId} from ${runs} where ${mine})`;
      const [found, known] = await Promise.all([
        db.pick(columns, runs, byIds(runs.id, ids, isNull(runs.parentRunId))),
        db.rows(conversations, sql`${conversations.id} in ${theirs} and ${there}`),
      ]);
      return items(found as never, known);
    },
    async page(after, limit) {
      const rows = (await db
        .pick(columns, runs, and(isNull(runs.parentRunId), after === null ? undefined : isAfter(after)))
        .orderBy(asc(runs.startedAt), asc(runs.id))
        .limit(limit)) as unknown as RunRow[];
      const last = rows.at(-1);
      const next = rows.length < limit || last === undefined ? null : `${last.startedAt} ${last.id}`;
      const ids = [...new Set(rows.map(({ conversationId }) => conversationId))];
      const known = await db.rows(conversations, byIds(conversations.id, ids, there));
      return { items: await items(rows, known), next };
    },
  };
}

/** Condition for runs after a position, given as time and ID. */
function isAfter(place: string): SQL {
  const [at = "", id = ""] = place.split(" ");
  return sql`(${runs.startedAt}, ${runs.id}) > (${at}, ${id})`;
}

/** Reindexes a conversation after it was deleted, restored, renamed, or its readers changed. */
export async function talkChanged(
  { db, clock, newId }: { readonly db: TenantDb; readonly clock: Clock; readonly newId: () => string },
  conversationId: string,
): Promise<void> {
  const rows = await db
    .pick({ id: runs.id }, runs, eq(runs.conversationId, conversationId))
    .orderBy(desc(runs.startedAt))
    .limit(RUNS * EVENTS);
  const ids = rows.map(({ id }) => String(id));
  const statements = [];
  for (let at = 0; at < ids.length; at += RUNS)
    statements.push(
      eventStatement(
        db,
        {
          id: `conversations.run.listed:${newId()}`,
          type: "conversations.run.listed",
          actor: STEWARD_ACTOR,
          payload: { ids: ids.slice(at, at + RUNS) },
        },
        clock.now(),
      ),
    );
  if (statements.length > 0) await db.batch(statements);
}

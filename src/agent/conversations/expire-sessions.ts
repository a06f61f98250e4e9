/** Expires idle chats that are due in the directory. */
import { and, asc, lte, sql } from "drizzle-orm";
import { conversations } from "../tables/conversations.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";

/** Chats per batch. */
const CHATS = 50;
const ROUNDS = 20;

interface ExpireDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Asks the chat's object, which knows of messages written since. */
  readonly expire: (conversationId: string) => Promise<void>;
}

/** Longest due first. Returns their number. */
export async function expireSessions({ db, clock, logger, expire }: ExpireDeps): Promise<number> {
  const { id, expiresAt } = conversations;
  const now = isoTime(clock.now());
  let asked = 0;
  let after = { expiresAt: "", id: "" };
  for (let round = 0; round < ROUNDS; round++) {
    const place = sql`(${expiresAt}, ${id}) > (${after.expiresAt}, ${after.id})`;
    const rows = (await db
      .pick({ id, expiresAt }, conversations, and(lte(expiresAt, now), place) ?? sql`false`)
      .orderBy(asc(expiresAt), asc(id))
      .limit(CHATS)) as unknown as (typeof after)[];
    for (const row of rows) {
      // An unreachable chat is tried again the next night.
      await expire(row.id).catch((error: unknown) =>
        logger.warn("conversation.expire_failed", { conversationId: row.id, error }),
      );
    }
    asked += rows.length;
    after = rows.at(-1) ?? after;
    if (rows.length < CHATS) break;
  }
  return asked;
}

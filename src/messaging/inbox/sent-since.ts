/** The team's outgoing messages in threads after given times, sent manually or through Steward. */
import { sql } from "drizzle-orm";
import { ByIds, type TenantDb } from "../../platform/db/index.ts";
import { mails } from "../tables/mails.ts";
import { texts } from "../tables/inbox.ts";
import { mailThreadKey } from "./dispatch-mail.ts";
import { threadKeyOf } from "./dispatch-text.ts";
import type { SentMessage } from "../../approvals/ports.ts";

/** Maximum messages read at once. */
const MAX_SENT = 200;

/** The earliest time per thread of one kind, keyed by what follows the prefix of the thread key. */
function keysSince(
  threads: readonly { readonly threadKey: string; readonly since: string }[],
  prefix: string,
): ReadonlyMap<string, string> {
  const earliest = new Map<string, string>();
  for (const { threadKey, since } of threads) {
    if (!threadKey.startsWith(prefix)) continue;
    const key = threadKey.slice(prefix.length);
    const known = earliest.get(key);
    if (known === undefined || since < known) earliest.set(key, since);
  }
  return earliest;
}

/**
 * Input for `json_each`. The cross join fixes the join order: one index range per thread, instead of all
 * texts since the earliest time.
 */
function pairsOf(keys: ReadonlyMap<string, string>): string {
  return JSON.stringify([...keys]);
}

/** Outgoing messages in these threads since the time of each, oldest first. */
export async function sentSince(
  db: TenantDb,
  threads: readonly { readonly threadKey: string; readonly since: string }[],
): Promise<SentMessage[]> {
  const [numbers, mailThreads] = [keysSince(threads, threadKeyOf("")), keysSince(threads, mailThreadKey(""))];
  const [textRows, mailRows] = await Promise.all([
    numbers.size === 0
      ? []
      : db
          .rows(
            texts,
            new ByIds(
              sql`${texts}.rowid in (select sent.rowid from json_each(${pairsOf(numbers)}) thread
              cross join ${texts} sent on sent.tenant_id = ${db.tenantId} and sent.contact_number = thread.value ->> 0
                and sent.at > thread.value ->> 1 and sent.direction = 'outgoing')`,
            ),
          )
          .orderBy(sql`+${texts.at}`)
          .limit(MAX_SENT),
    mailThreads.size === 0
      ? []
      : db
          .rows(
            mails,
            new ByIds(sql`${mails}.rowid in (select sent.rowid from json_each(${pairsOf(mailThreads)}) thread
              cross join ${mails} sent on sent.tenant_id = ${db.tenantId} and sent.thread_id = thread.value ->> 0
                and sent.at > thread.value ->> 1 and sent.direction = 'outgoing')`),
          )
          .orderBy(sql`+${mails.at}`)
          .limit(MAX_SENT),
  ]);
  return [
    ...textRows.map(({ id, contactNumber, at, text, reason }) => {
      const byHand = reason === "by_hand";
      return {
        id,
        threadKey: threadKeyOf(contactNumber),
        at,
        who: byHand ? "Someone on your team" : "Your team",
        text,
        byHand,
      };
    }),
    ...mailRows.map(({ id, threadId, at, fromName, fromAddress, text, reason }) => {
      const who = fromName === "" ? fromAddress : fromName;
      return { id, threadKey: mailThreadKey(threadId), at, who, text, byHand: reason === "by_hand" };
    }),
  ].toSorted((left, right) => left.at.localeCompare(right.at));
}

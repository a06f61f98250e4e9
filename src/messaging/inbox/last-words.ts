/** What the other side of a thread wrote last, whether or not the team has answered since. */
import { sql } from "drizzle-orm";
import { ByIds, type TenantDb } from "../../platform/db/index.ts";
import { texts } from "../tables/inbox.ts";
import { mails } from "../tables/mails.ts";
import { BY_MEMBER, mailThreadKey } from "./dispatch-mail.ts";
import { threadKeyOf, wordsOf } from "./dispatch-text.ts";

/** Maximum messages read per thread, and maximum of theirs returned. */
const MAX_READ = 8;
const MAX_TOLD = 3;

interface Said {
  readonly threadKey: string;
  /** ISO. */
  readonly at: string;
  readonly text: string;
  readonly isTheirs: boolean;
}

interface LastWords {
  /** Of the newest message. */
  readonly at: string;
  /** A message a line, oldest first. */
  readonly text: string;
}

/** Their newest messages without one of ours between, by thread. Threads in which they wrote nothing since then (ISO) are left out. */
export async function lastWords(
  db: TenantDb,
  threadKeys: readonly string[],
  since: string,
): Promise<ReadonlyMap<string, LastWords>> {
  const keysAfter = (prefix: string): string[] =>
    threadKeys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  const [numbers, mailThreads] = [keysAfter(threadKeyOf("")), keysAfter(mailThreadKey(""))];
  const [textRows, mailRows] = await Promise.all([
    numbers.length === 0
      ? []
      : db.rows(
          texts,
          new ByIds(sql`${texts}.rowid in (select item.value from json_each(${JSON.stringify(numbers)}) thread
            cross join json_each((select json_group_array(newest.id) from (select last.rowid as id from ${texts} last
              where last.tenant_id = ${db.tenantId} and last.contact_number = thread.value and last.at > ${since}
                and last.reason is not 'reaction' order by last.at desc limit ${MAX_READ}) newest)) item)`),
        ),
    mailThreads.length === 0
      ? []
      : db.rows(
          mails,
          new ByIds(sql`${mails}.rowid in (select item.value from json_each(${JSON.stringify(mailThreads)}) thread
            cross join json_each((select json_group_array(newest.id) from (select last.rowid as id from ${mails} last
              where last.tenant_id = ${db.tenantId} and last.thread_id = thread.value and last.at > ${since}
                and last.reason is not ${BY_MEMBER} order by last.at desc limit ${MAX_READ}) newest)) item)`),
        ),
  ]);
  const said: Said[] = [
    ...textRows.map((row) => ({
      threadKey: threadKeyOf(row.contactNumber),
      at: row.at,
      text: wordsOf(row),
      isTheirs: row.direction === "incoming",
    })),
    ...mailRows.map(({ threadId, at, text, direction }) => ({
      threadKey: mailThreadKey(threadId),
      at,
      text,
      isTheirs: direction === "incoming",
    })),
  ];
  const threads = Map.groupBy(said, ({ threadKey }) => threadKey);
  return new Map(
    [...threads].flatMap(([key, all]) => {
      const newestFirst = all.toSorted((one, other) => other.at.localeCompare(one.at));
      const from = newestFirst.findIndex(({ isTheirs }) => isTheirs);
      const theirs = newestFirst.slice(Math.max(from, 0));
      const end = theirs.findIndex(({ isTheirs }) => !isTheirs);
      const told = theirs.slice(0, end < 0 ? MAX_TOLD : Math.min(end, MAX_TOLD)).toReversed();
      const at = told.at(-1)?.at;
      const text = told.map((one) => one.text.trim()).join("\n");
      return at === undefined || text.trim() === "" ? [] : [[key, { at, text }] as const];
    }),
  );
}

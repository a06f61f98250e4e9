/** What the team sent into some threads after given times: by hand, or through Steward. */
import { and, asc, eq, sql } from "drizzle-orm";
import { mails, texts, type TenantDb } from "../db/index.ts";
import { mailThreadKey } from "./dispatch-mail.ts";
import { threadKeyOf } from "./dispatch-text.ts";

/** Most messages one look reads. */
const MAX_SENT = 200;

/** A message of ours in a thread. */
interface Sent {
  readonly id: string;
  readonly threadKey: string;
  /** ISO. */
  readonly at: string;
  /** Who wrote, in words. */
  readonly who: string;
  readonly text: string;
  readonly byHand: boolean;
}

/** Our own messages in these threads since the earliest of their times, oldest first. */
export async function sentSince(
  db: TenantDb,
  threads: readonly { readonly threadKey: string; readonly since: string }[],
): Promise<Sent[]> {
  const earliest = threads.map(({ since }) => since).toSorted()[0];
  if (earliest === undefined) return [];
  const after = (prefix: string): string =>
    JSON.stringify([
      ...new Set(
        threads
          .filter(({ threadKey }) => threadKey.startsWith(prefix))
          .map(({ threadKey }) => threadKey.slice(prefix.length)),
      ),
    ]);
  const [numbers, mailThreads] = [after(threadKeyOf("")), after(mailThreadKey(""))];
  const [textRows, mailRows] = await Promise.all([
    numbers === "[]"
      ? []
      : db
          .rows(
            texts,
            and(
              sql`${texts.contactNumber} in (select value from json_each(${numbers})) and ${texts.at} > ${earliest}`,
              eq(texts.direction, "outgoing"),
            ),
          )
          .orderBy(asc(texts.at))
          .limit(MAX_SENT),
    mailThreads === "[]"
      ? []
      : db
          .rows(
            mails,
            and(
              sql`${mails.threadId} in (select value from json_each(${mailThreads})) and ${mails.at} > ${earliest}`,
              eq(mails.direction, "outgoing"),
            ),
          )
          .orderBy(asc(mails.at))
          .limit(MAX_SENT),
  ]);
  return [
    ...textRows.map(({ id, contactNumber, at, text, reason }) => {
      const byHand = reason === "by_hand";
      return {
        id,
        threadKey: threadKeyOf(contactNumber),
        at,
        who: byHand ? "Somebody on your team" : "Your team",
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

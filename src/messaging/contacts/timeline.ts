/** Texts, calls and e-mails with a person, across all numbers and addresses, newest first. */
import { and, desc, lt, sql, type SQL } from "drizzle-orm";
import { calls, texts } from "../tables/inbox.ts";
import { mails } from "../tables/mails.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { conversationOfMail, textPath, wordsBeside } from "../inbox/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { TimelineItem } from "../api/contacts.ts";
import { mediaViews } from "../api/text-media.ts";
import { callWords } from "./call-words.ts";

const PAGE = 30;
const WORDS_CHARS = 600;

/** `cursor` is the `nextCursor` of the previous page. */
interface TimelineQuery {
  readonly kind?: TimelineItem["kind"] | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** Reads at most one page per number and address, each from its own index. */
export async function readTimeline(
  db: TenantDb,
  keys: readonly string[],
  { kind, cursor, limit = PAGE }: TimelineQuery,
): Promise<{ items: TimelineItem[]; nextCursor: string | null }> {
  if (cursor !== undefined && Number.isNaN(Date.parse(cursor)))
    throw new AppError("invalid_request", "Invalid cursor");
  const numbers = keys.filter((key) => !key.includes("@"));
  const addresses = keys.filter((key) => key.includes("@"));
  const is = (one: TimelineItem["kind"]): boolean => kind === undefined || kind === one;
  const lists = await Promise.all([
    ...(is("text") ? numbers.map((number) => textsWith(db, number, { cursor, limit })) : []),
    ...(is("call") ? numbers.map((number) => callsWith(db, number, { cursor, limit })) : []),
    ...(is("email") ? addresses.map((address) => mailsWith(db, address, { cursor, limit })) : []),
  ]);
  const all = [...new Map(lists.flat().map((item) => [`${item.kind} ${item.id}`, item])).values()].sort(
    (left, right) => (left.at === right.at ? (left.id < right.id ? -1 : 1) : left.at < right.at ? 1 : -1),
  );
  const items = all.slice(0, limit);
  // Items with the same time as the last one stay on this page, so that the next page can start strictly
  // before it.
  const last = items.at(-1);
  const same = all.slice(limit).filter(({ at }) => at === last?.at);
  const more = all.length > limit + same.length;
  return { items: [...items, ...same], nextCursor: more && last !== undefined ? last.at : null };
}

interface Part {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One more than a page, plus everything with the same time as the last. */
async function textsWith(db: TenantDb, number: string, { cursor, limit }: Part): Promise<TimelineItem[]> {
  const rows = await db
    .rows(texts, and(sql`${texts.contactNumber} = ${number}`, before(texts.at, cursor)))
    .orderBy(desc(texts.at))
    .limit(limit + 1);
  return rows.map((row) => ({
    id: row.id,
    kind: "text",
    at: row.at,
    direction: row.direction,
    title: null,
    words: wordsBeside(row).slice(0, WORDS_CHARS),
    ...(row.media === null ? {} : { media: mediaViews(row.media) }),
    with: formatNumber(number),
    url: textPath(number, row.id),
  }));
}

async function callsWith(db: TenantDb, number: string, { cursor, limit }: Part): Promise<TimelineItem[]> {
  const rows = await db
    .rows(calls, and(sql`${calls.contactNumber} = ${number}`, before(calls.at, cursor)))
    .orderBy(desc(calls.at))
    .limit(limit + 1);
  return rows.map((row) => ({
    id: row.id,
    kind: "call",
    at: row.at,
    direction: row.direction,
    title: callWords(row),
    words: (row.summary ?? []).join(" ").slice(0, WORDS_CHARS),
    with: formatNumber(number),
    url: textPath(number, row.id),
  }));
}

async function mailsWith(db: TenantDb, address: string, { cursor, limit }: Part): Promise<TimelineItem[]> {
  const lists = await Promise.all(
    partiesOf(address).map((party) =>
      db
        .rows(mails, and(party, before(mails.at, cursor)))
        .orderBy(desc(mails.at))
        .limit(limit + 1),
    ),
  );
  return lists
    .flat()
    .filter(({ reason }) => reason !== "copy")
    .map((row) => ({
      id: `${row.mailbox}/${row.id}`,
      kind: "email",
      at: row.at,
      direction: row.direction,
      title: row.subject || "(no subject)",
      words: row.text.slice(0, WORDS_CHARS),
      with: address,
      url: `/conversations/${encodeURIComponent(conversationOfMail(row))}`,
    }));
}

/** The sender and the first recipient of an e-mail, each of which is indexed. */
function partiesOf(address: string): SQL[] {
  return [sql`${mails.fromAddress} = ${address}`, sql`${mails.to} ->> '$[0]' = ${address}`];
}

function before(at: typeof texts.at | typeof calls.at | typeof mails.at, cursor: string | undefined) {
  return cursor === undefined ? undefined : lt(at, cursor);
}

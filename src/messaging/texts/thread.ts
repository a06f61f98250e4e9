/** Texts and calls with one number in chronological order, from our own records. */
import { and, asc, desc, eq, gt, gte, lt, sql, type SQL } from "drizzle-orm";
import { calls, texts } from "../tables/inbox.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { wordsOf } from "../inbox/index.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { Lint } from "../../approvals/api/approval.ts";

type TextRow = typeof texts.$inferSelect;
type CallRow = typeof calls.$inferSelect;

export type ThreadEntry =
  | {
      readonly kind: "text";
      readonly at: string;
      readonly id: string;
      readonly row: TextRow;
      readonly words: string;
    }
  | { readonly kind: "call"; readonly at: string; readonly id: string; readonly row: CallRow };

/** A part of a thread, oldest first. */
export interface ThreadPart {
  readonly items: readonly ThreadEntry[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

/** Which part: around one entry, or before or after a time; the newest by default. Times are ISO. */
interface ThreadQuery {
  readonly around?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
  /** Only messages on this line of ours, and calls whose line is unknown. */
  readonly line?: ThreadLine | undefined;
}

/** A line of ours: its number, and the provider's ID if connected. */
export interface ThreadLine {
  readonly number: string;
  readonly id: string | null;
}

/** Reads a part of the thread with a number (E.164). */
export async function readThread(db: TenantDb, number: string, query: ThreadQuery): Promise<ThreadPart> {
  const { limit, line } = query;
  if (query.around !== undefined) {
    const at = await timeOf(db, number, query.around);
    if (at !== null) {
      const half = Math.max(1, Math.floor(limit / 2));
      const [older, newer] = await Promise.all([
        readEntries(db, number, { before: at, line }, half),
        readEntries(db, number, { from: at, line }, limit - half),
      ]);
      return { items: [...older.items, ...newer.items], hasOlder: older.more, hasNewer: newer.more };
    }
  }
  if (query.after !== undefined) {
    const newer = await readEntries(db, number, { after: query.after, line }, limit);
    return { items: newer.items, hasOlder: true, hasNewer: newer.more };
  }
  const range = query.before === undefined ? { line } : { before: query.before, line };
  const older = await readEntries(db, number, range, limit);
  return { items: older.items, hasOlder: older.more, hasNewer: query.before !== undefined };
}

/** The newest `limit` messages with these numbers between two times, oldest first. */
export async function readBetween(
  db: TenantDb,
  numbers: readonly string[],
  span: { readonly from?: string | undefined; readonly to?: string | undefined },
  limit: number,
): Promise<{ items: readonly (ThreadEntry & { readonly number: string })[]; more: boolean }> {
  const parts = await Promise.all(
    numbers.map(async (number) => {
      const range: Range = {
        ...(span.to === undefined ? {} : { before: span.to }),
        ...(span.from === undefined ? {} : { since: span.from }),
      };
      const { items, more } = await readEntries(db, number, range, limit);
      return { items: items.map((item) => ({ ...item, number })), more };
    }),
  );
  const all = parts.flatMap(({ items }) => items).sort(byTime);
  return { items: all.slice(-limit), more: all.length > limit || parts.some(({ more }) => more) };
}

interface Range {
  readonly before?: string;
  /** The oldest from this time on. */
  readonly from?: string;
  /** The oldest after this time. */
  readonly after?: string;
  /** A lower bound that keeps newest-first selection. */
  readonly since?: string;
  readonly line?: ThreadLine | undefined;
}

async function readEntries(
  db: TenantDb,
  number: string,
  range: Range,
  limit: number,
): Promise<{ items: ThreadEntry[]; more: boolean }> {
  const forward = range.from !== undefined || range.after !== undefined;
  const within = (column: typeof texts.at | typeof calls.at): SQL | undefined =>
    and(
      range.before === undefined ? undefined : lt(column, range.before),
      range.from === undefined ? undefined : gte(column, range.from),
      range.since === undefined ? undefined : gte(column, range.since),
      range.after === undefined ? undefined : gt(column, range.after),
    );
  const order = forward ? asc : desc;
  const { line } = range;
  const onLine = line === undefined ? undefined : eq(texts.lineNumber, line.number);
  const callOnLine =
    line === undefined ? undefined : sql`(${calls.lineId} is null or ${calls.lineId} = ${line.id})`;
  const [textRows, callRows] = (await db.batch([
    db
      .rows(texts, and(eq(texts.contactNumber, number), onLine, within(texts.at)))
      .orderBy(order(texts.at), order(texts.id))
      .limit(limit + 1),
    db
      .rows(calls, and(eq(calls.contactNumber, number), callOnLine, within(calls.at)))
      .orderBy(order(calls.at), order(calls.id))
      .limit(limit + 1),
  ])) as [TextRow[], CallRow[]];
  const all = [
    ...textRows.map((row): ThreadEntry => ({
      kind: "text",
      at: row.at,
      id: row.id,
      row,
      words: wordsOf(row),
    })),
    ...callRows.map((row): ThreadEntry => ({ kind: "call", at: row.at, id: row.id, row })),
  ].sort(byTime);
  return { items: forward ? all.slice(0, limit) : all.slice(-limit), more: all.length > limit };
}

async function timeOf(db: TenantDb, number: string, id: string): Promise<string | null> {
  const text = await db.find(texts, and(eq(texts.id, id), eq(texts.contactNumber, number)) ?? sql`false`);
  if (text !== null) return text.at;
  return (
    (await db.find(calls, and(eq(calls.id, id), eq(calls.contactNumber, number)) ?? sql`false`))?.at ?? null
  );
}

/** Other recipients of a number's newest text; empty for a one-to-one text. */
export async function groupOf(db: TenantDb, number: string): Promise<readonly string[]> {
  const [newest] = await db
    .rows(texts, and(eq(texts.contactNumber, number), eq(texts.direction, "incoming")))
    .orderBy(desc(texts.at), desc(texts.id))
    .limit(1);
  return newest?.others ?? [];
}

/** Whether any text or call with a number is on record. */
export async function isKnownNumber(db: TenantDb, number: string): Promise<boolean> {
  const [text, call] = await Promise.all([
    db.find(texts, eq(texts.contactNumber, number)),
    db.find(calls, eq(calls.contactNumber, number)),
  ]);
  return text !== null || call !== null;
}

function byTime(left: ThreadEntry, right: ThreadEntry): number {
  return left.at === right.at ? (left.id < right.id ? -1 : 1) : left.at < right.at ? -1 : 1;
}

/** Warns the approver that a reply to a group text reaches only its sender. */
export async function groupLints(db: TenantDb, threadKey: string | null): Promise<Lint[]> {
  if (threadKey?.startsWith("sms:") !== true) return [];
  const others = (await groupOf(db, threadKey.slice("sms:".length))).map(formatNumber);
  if (others.length === 0) return [];
  const message = `Their last text went to a group, also to ${others.join(", ")}. This goes to them alone.`;
  return [{ code: "group_text", level: "warning", message, path: null }];
}

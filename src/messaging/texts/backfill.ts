/**
 * Reading a connection's past: conversation by conversation, page by page, as slowly as the provider's limit and live traffic want it. How far it is
 * stands in its row after every page, so that it goes on wherever it was killed. What comes this way starts nothing, and what a webhook brought
 * before is known by its id and stays as it is.
 */
import { and, eq, sql } from "drizzle-orm";
import type { PastText, PhoneHistory, ThreadRef } from "../../integrations/connections/index.ts";
import { calls, textBackfills, texts } from "../tables/inbox.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { optOutStatements, sortRecipients, textRow } from "../inbox/index.ts";
import { backOffMs } from "../../kernel/back-off.ts";
import { erasedAmong, wasErased } from "../../platform/erased/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/log.ts";
import { toE164 } from "../../kernel/phone.ts";
import { eventStatement, STEWARD_ACTOR } from "../../platform/events/index.ts";

/** Whoever works on it has so long for a page. */
const LEASE_MS = 90_000;
const RETRY = { firstMs: 5_000, longestMs: 15 * 60_000 } as const;

/** What is left to read, as it stands in the row. */
interface Cursor {
  /** The page of conversations after those in `threads`; null at the beginning. */
  readonly page: string | null;
  readonly isLastPage: boolean;
  /** Conversations of the present page still to be read. */
  readonly threads: readonly ThreadRef[];
  readonly part: "texts" | "calls";
  /** The page within the first of them. */
  readonly within: string | null;
  /** Only conversations touched after this time; null for all. */
  readonly since: string | null;
  /** When the list was begun; null where it was before this was kept. */
  readonly begunAt: string | null;
  /** Whether the list had one page alone. */
  readonly isOnlyPage: boolean;
}

const BEGINNING: Cursor = {
  page: null,
  isLastPage: false,
  threads: [],
  part: "texts",
  within: null,
  since: null,
  begunAt: null,
  isOnlyPage: false,
};
/** The provider's clock and ours may differ by so much. */
const SKEW_MS = 5 * 60_000;

/** What a stretch of work is given. */
export interface BackfillDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly history: PhoneHistory;
  /** Waits between two calls to the provider. */
  readonly pause: () => Promise<void>;
}

type Row = typeof textBackfills.$inferSelect;
const rowOf = (connectionId: string) => eq(textBackfills.connectionId, connectionId);

/** Begins to read a connection's past, or goes on where it was stopped; one that is done is read again. */
export async function startBackfill(
  { db, clock }: Pick<BackfillDeps, "db" | "clock">,
  connectionId: string,
  startedByName: string,
): Promise<void> {
  const now = isoTime(clock.now());
  const fresh = {
    state: "running" as const,
    cursor: { ...BEGINNING } as unknown as Row["cursor"],
    conversations: 0,
    texts: 0,
    added: 0,
    failures: 0,
    problem: null,
    startedByName,
    startedAt: now,
    updatedAt: now,
    dueAt: now,
  };
  await db.batch([
    db.insert(textBackfills, { connectionId, ...fresh }).onConflictDoNothing(),
    db.update(
      textBackfills,
      { state: "running", failures: 0, problem: null, dueAt: now, updatedAt: now },
      and(rowOf(connectionId), eq(textBackfills.state, "stopped")) ?? sql`false`,
    ),
    db.update(textBackfills, fresh, and(rowOf(connectionId), eq(textBackfills.state, "done")) ?? sql`false`),
  ]);
}

/** Stops it after the page that is being read. */
export async function stopBackfill(
  { db, clock }: Pick<BackfillDeps, "db" | "clock">,
  connectionId: string,
): Promise<void> {
  await db.update(
    textBackfills,
    { state: "stopped", dueAt: null, updatedAt: isoTime(clock.now()) },
    and(rowOf(connectionId), eq(textBackfills.state, "running")) ?? sql`false`,
  );
}

/** Works on a leased backfill until a time; what is left is due again at once. Never throws for what the provider does. */
export async function workOnBackfill(deps: BackfillDeps, untilMs: number): Promise<void> {
  const { db, clock, history } = deps;
  for (;;) {
    const row = await db.find(textBackfills, rowOf(history.connectionId));
    if (row === null || row.state !== "running") return;
    if (clock.now() >= untilMs) return release(deps, row, clock.now());
    try {
      if (!(await readPage(deps, row))) return;
    } catch (error) {
      return noteFailure(deps, row, error);
    }
    await deps.pause();
  }
}

async function readPage(deps: BackfillDeps, row: Row): Promise<boolean> {
  const cursor = { ...BEGINNING, ...(row.cursor as unknown as Partial<Cursor>) };
  const [thread, ...rest] = cursor.threads;
  if (thread === undefined) {
    if (cursor.isLastPage) return endOfList(deps, row, cursor);
    return readThreads(deps, row, cursor);
  }
  if (cursor.part === "texts") {
    const page = await deps.history.texts(thread, cursor.within ?? undefined);
    const added = await keepTexts(deps, thread, page.items);
    const next =
      page.next === null
        ? { ...cursor, part: "calls" as const, within: null }
        : { ...cursor, within: page.next };
    return keep(deps, row, { cursor: next, texts: row.texts + page.items.length, added: row.added + added });
  }
  const page = await deps.history.calls(thread, cursor.within ?? undefined);
  await keepCalls(deps, page.items);
  return page.next === null
    ? keep(deps, row, {
        cursor: { ...cursor, threads: rest, part: "texts", within: null },
        conversations: row.conversations + 1,
      })
    : keep(deps, row, { cursor: { ...cursor, within: page.next } });
}

async function readThreads(deps: BackfillDeps, row: Row, cursor: Cursor): Promise<boolean> {
  const isFirstPage = cursor.page === null;
  const begunAt = isFirstPage ? isoTime(deps.clock.now()) : cursor.begunAt;
  const page = await deps.history.threads(cursor.page ?? undefined, cursor.since ?? undefined);
  const isLastPage = page.next === null;
  const { since } = cursor;
  const list = { since, begunAt, isOnlyPage: isFirstPage && isLastPage };
  return keep(deps, row, {
    cursor: { ...BEGINNING, ...list, page: page.next, isLastPage, threads: page.items },
  });
}

/**
 * A conversation somebody writes in while the list is read moves to its beginning, past the page that would have named it. So what was touched
 * meanwhile is listed again, until one page holds it all: nothing can move between the pages of that.
 */
function endOfList(deps: BackfillDeps, row: Row, cursor: Cursor): Promise<boolean> {
  if (cursor.isOnlyPage) return keep(deps, row, { state: "done", dueAt: null });
  const begunMs = Date.parse(cursor.begunAt ?? row.startedAt);
  return keep(deps, row, { cursor: { ...BEGINNING, since: isoTime(begunMs - SKEW_MS) } });
}

/** Texts that are known stay as they are. Answers how many were not. */
async function keepTexts(deps: BackfillDeps, thread: ThreadRef, items: readonly PastText[]): Promise<number> {
  const { db, history } = deps;
  const nowMs = deps.clock.now();
  const rows = await Promise.all(
    items.map(async ({ id, direction, from, to: [to = "", ...others], text, at, status }) => {
      const row = await textRow(
        {
          id,
          direction,
          from,
          to,
          others,
          lineId: thread.phoneNumberId,
          text,
          attachments: 0,
          atMs: Date.parse(at),
          delivery: direction === "outgoing" ? status : null,
        },
        history.connectionId,
        isoTime(nowMs),
      );
      return {
        ...sortRecipients(row, history.lines),
        state: "recorded" as const,
        reason: "backfill" as const,
      };
    }),
  );
  const erased = await erasedAmong(db, [...new Set(rows.map(({ contactNumber }) => contactNumber))]);
  const kept = rows.filter(({ contactNumber, at }) => at > (erased.get(contactNumber)?.erasedAt ?? ""));
  const inserts = kept.map((row): Statement =>
    db.insert(texts, row).onConflictDoNothing().returning({ id: texts.id }),
  );
  const ids = kept.map(({ id }) => id);
  const event = {
    // A page that is read again with the same texts is the same event.
    id: `texts.text.imported:${await sha256Hex(ids.join(" "))}`,
    type: "texts.text.imported" as const,
    actor: STEWARD_ACTOR,
    payload: { ids },
  };
  const follow = [
    ...(ids.length === 0 ? [] : [eventStatement(db, event, nowMs)]),
    ...kept.flatMap((row): Statement[] => optOutStatements(db, row)),
  ];
  const answers = await db.batch([...inserts, ...follow]);
  return answers.slice(0, inserts.length).filter((answer) => Array.isArray(answer) && answer.length > 0)
    .length;
}

type PastCall = Awaited<ReturnType<PhoneHistory["calls"]>>["items"][number];

interface CallWords {
  readonly summary: Awaited<ReturnType<PhoneHistory["summary"]>>;
  readonly transcript: Awaited<ReturnType<PhoneHistory["transcript"]>>;
}

/** Calls with their summary and transcript, where there are any. */
async function keepCalls(deps: BackfillDeps, items: readonly PastCall[]): Promise<void> {
  const { db, history } = deps;
  const nowMs = deps.clock.now();
  for (const call of items) {
    const known = await db.find(calls, eq(calls.id, call.id));
    if (known !== null || (await isErased(deps, call))) continue;
    const row = callRow(call, await wordsOf(deps, call), history, nowMs);
    await db.batch([
      db.insert(calls, row).onConflictDoNothing(),
      eventStatement(
        db,
        {
          id: `texts.call.imported:${call.id}`,
          type: "texts.call.imported",
          actor: STEWARD_ACTOR,
          payload: { ids: [call.id] },
        },
        nowMs,
      ),
    ]);
  }
}

function isErased({ db, history }: BackfillDeps, { id, participant, at }: PastCall): Promise<boolean> {
  const home = history.lines[0]?.number ?? "";
  const party = participant === null ? [] : [toE164(participant, home) ?? participant];
  return wasErased(db, [id, ...party], isoTime(Date.parse(at)));
}

/** Summary and transcript of a call, as far as there are any: asked for only where people have spoken. */
async function wordsOf({ history, pause }: BackfillDeps, call: PastCall): Promise<CallWords> {
  if ((call.durationSeconds ?? 0) <= 0) return { summary: null, transcript: null };
  await pause();
  const summary = await history.summary(call.id);
  await pause();
  return { summary, transcript: await history.transcript(call.id) };
}

function callRow(
  call: PastCall,
  { summary, transcript }: CallWords,
  history: BackfillDeps["history"],
  nowMs: number,
) {
  const home = history.lines[0]?.number ?? "";
  return {
    id: call.id,
    connectionId: history.connectionId,
    direction: call.direction,
    lineId: call.phoneNumberId,
    contactNumber: call.participant === null ? null : (toE164(call.participant, home) ?? call.participant),
    status: call.status,
    at: isoTime(Date.parse(call.at)),
    durationSeconds: call.durationSeconds === null ? null : Math.round(call.durationSeconds),
    summary: summary?.summary ?? null,
    nextSteps: summary?.nextSteps ?? null,
    transcript,
    receivedAt: isoTime(nowMs),
    state: "recorded" as const,
    reason: "backfill" as const,
    attempts: 0,
    dueAt: null,
  };
}

/** Writes how far it is; false where it was stopped meanwhile. */
async function keep(
  { db, clock }: BackfillDeps,
  row: Row,
  change: Partial<Omit<Row, "cursor">> & { readonly cursor?: Cursor },
): Promise<boolean> {
  const nowMs = clock.now();
  const kept = await db
    .update(
      textBackfills,
      {
        failures: 0,
        problem: null,
        dueAt: isoTime(nowMs + LEASE_MS),
        ...(change as unknown as Partial<Row>),
        updatedAt: isoTime(nowMs),
      },
      still(row),
    )
    .returning({ id: textBackfills.connectionId });
  return kept.length > 0 && change.state !== "done";
}

/** No one else has moved the row on, and no one has stopped it. */
function still(row: Row) {
  return (
    and(
      rowOf(row.connectionId),
      eq(textBackfills.state, "running"),
      eq(textBackfills.updatedAt, row.updatedAt),
    ) ?? sql`false`
  );
}

async function release({ db }: BackfillDeps, row: Row, dueMs: number): Promise<void> {
  await db.update(textBackfills, { dueAt: isoTime(dueMs) }, still(row));
}

async function noteFailure(deps: BackfillDeps, row: Row, error: unknown): Promise<void> {
  const failures = row.failures + 1;
  const asked = error instanceof IntegrationError ? (error.retryAfterMs ?? 0) : 0;
  const waitMs = Math.max(asked, backOffMs(failures, RETRY));
  const nowMs = deps.clock.now();
  const problem =
    error instanceof IntegrationError
      ? `The phone system: ${error.message}`
      : "Something went wrong in Steward.";
  deps.logger.warn("texts.backfill_failed", {
    tenantId: deps.db.tenantId,
    connectionId: row.connectionId,
    error,
  });
  await deps.db.update(
    textBackfills,
    { failures, problem, dueAt: isoTime(nowMs + waitMs), updatedAt: isoTime(nowMs) },
    still(row),
  );
}

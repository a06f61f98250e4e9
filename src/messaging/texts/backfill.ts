/**
 * Backfills a connection's history, conversation by conversation and page by page, paced by the provider's
 * rate limit and live traffic. Progress is saved after every page, so a killed backfill resumes. Backfilled
 * items start no run, and items already received by webhook are recognized by ID and left unchanged.
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

/** Lease per page. */
const LEASE_MS = 90_000;
const RETRY = { firstMs: 5_000, longestMs: 15 * 60_000 } as const;

/** Progress, as stored in the row. */
interface Cursor {
  /** The next page of conversations after `threads`; null at the start. */
  readonly page: string | null;
  readonly isLastPage: boolean;
  /** Remaining conversations of the current page. */
  readonly threads: readonly ThreadRef[];
  readonly part: "texts" | "calls";
  /** The page within the first of them. */
  readonly within: string | null;
  /** Only conversations active after this time; null for all. */
  readonly since: string | null;
  /** When the listing started; null in old rows. */
  readonly begunAt: string | null;
  /** Whether the listing consisted of a single page. */
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
/** Maximum difference between the provider's clock and ours. */
const SKEW_MS = 5 * 60_000;

/** Dependencies of one work slice. */
interface BackfillDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly history: PhoneHistory;
  /** Waits between provider calls. */
  readonly pause: () => Promise<void>;
}

type Row = typeof textBackfills.$inferSelect;
const rowOf = (connectionId: string) => eq(textBackfills.connectionId, connectionId);

/** Starts a connection's backfill or resumes a stopped one; a finished one starts over. */
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

/** Stops it after the current page. */
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

/**
 * Works on a leased backfill until a deadline; the rest is due again immediately. Never throws for provider
 * failures.
 */
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
 * A conversation that becomes active during the listing moves to its beginning and is missed by later pages.
 * So whatever was active meanwhile is listed again, until a listing fits on one page, where nothing can move
 * between pages.
 */
function endOfList(deps: BackfillDeps, row: Row, cursor: Cursor): Promise<boolean> {
  if (cursor.isOnlyPage) return keep(deps, row, { state: "done", dueAt: null });
  const begunMs = Date.parse(cursor.begunAt ?? row.startedAt);
  return keep(deps, row, { cursor: { ...BEGINNING, since: isoTime(begunMs - SKEW_MS) } });
}

/** Stores new texts and leaves known ones unchanged. Returns the number of new ones. */
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
    // Rereading a page with the same texts yields the same event ID.
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

/** Stores calls with their summaries and transcripts, if any. */
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

/** Summary and transcript of a call, if any; requested only for calls in which people spoke. */
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

/** Saves progress; false if the backfill was stopped in the meantime. */
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

/** Condition: the row was neither advanced by another worker nor stopped. */
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

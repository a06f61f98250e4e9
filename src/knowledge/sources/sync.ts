/**
 * Reads sources: a pass lists everything, or the changes since the last one, page by page. Items are written one by one and the position
 * after each page, so an interrupted pass resumes without gaps or repeated reads. After a full pass, items it didn't see are deleted.
 */
import { and, asc, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import { holdLease, LEASE_MS, leaseRows, type WorkResult } from "../../platform/work/index.ts";
import { among, type TenantDb } from "../../platform/db/index.ts";
import { mails } from "../../messaging/tables/mails.ts";
import { knowledgeItems, knowledgeRuns, knowledgeSources } from "../tables/knowledge.ts";
import { backOffMs } from "../../kernel/back-off.ts";
import { DAY_MS, isoTime } from "../../kernel/clock.ts";
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import { eventOf, itemsWith, keepThing, knownOf } from "./keep-thing.ts";
import type { KnowledgeDeps, OpenShelf } from "./ports.ts";
import { oldRuns, runRecovered, runStands } from "./runs.ts";
import { readNews, stuckNews } from "./source-news.ts";
import { summarizeSoon } from "./summarize-soon.ts";

export type SourceRow = typeof knowledgeSources.$inferSelect;

/** Sources of a team read concurrently. */
const AT_ONCE = 4;
/** Concurrent text requests. */
const WORDS_AT_ONCE = 4;
/** Items deleted per batch. */
const SWEPT = 50;
/** Interval between passes; a full pass runs once a day. */
const EVERY_MS = 30 * 60_000;
const WHOLE_EVERY_MS = DAY_MS;
/** Tolerance for clock differences with the service. */
const SKEW_MS = 5 * 60_000;
const RETRY = { firstMs: 10_000, longestMs: 60 * 60_000 } as const;
/** Never delete more than this many items because a listing came back empty. */
const FEW = 10;

/** Continues due sources until a deadline. */
export async function continueKnowledge(deps: KnowledgeDeps, untilMs: number): Promise<WorkResult> {
  const nowMs = deps.clock.now();
  const rows = await leaseRows(deps.db, knowledgeSources, {
    nowIso: isoTime(nowMs),
    untilIso: isoTime(nowMs + LEASE_MS),
    limit: AT_ONCE,
  });
  if (rows.length === 0) return "done";
  await holdLease(
    () => renew(deps, rows),
    () => Promise.all(rows.map((row) => readSource(deps, row, untilMs))),
  );
  for (const { id, summarizes } of rows) if (summarizes) await summarizeSoon(deps, id);
  await deps.written();
  return "more";
}

/** Extends the lease on these sources. Those already settled keep their due time. */
async function renew({ db, clock }: KnowledgeDeps, rows: readonly SourceRow[]): Promise<void> {
  const nowMs = clock.now();
  const [now, dueAt] = [isoTime(nowMs), isoTime(nowMs + LEASE_MS)];
  const ids = rows.map(({ id }) => id);
  const leased = sql`${knowledgeSources.dueAt} > ${now} and ${knowledgeSources.dueAt} < ${dueAt}`;
  await db.update(knowledgeSources, { dueAt }, and(among(knowledgeSources.id, ids), leased) ?? leased);
}

async function readSource(deps: KnowledgeDeps, leased: SourceRow, untilMs: number): Promise<void> {
  try {
    if (leased.state === "removing") return await removeSource(deps, leased, untilMs);
    const shelf = await deps.open(leased);
    if (shelf === null) throw new AppError("not_configured", "It’s no longer connected.");
    let row: SourceRow | null = leased.state === "waiting" ? await beginPass(deps, shelf, leased) : leased;
    while (row !== null && row.state === "reading") {
      if (deps.clock.now() >= untilMs)
        return void (await note(deps, row, { dueAt: isoTime(deps.clock.now()) }));
      row = row.isSweeping ? await sweep(deps, shelf, row) : await readPage(deps, shelf, row, untilMs);
    }
  } catch (error) {
    await noteFailure(deps, leased, error);
  }
}

/** Starts a pass: full once a day and the first time, else incremental. */
async function beginPass(deps: KnowledgeDeps, shelf: OpenShelf, row: SourceRow): Promise<SourceRow | null> {
  const nowMs = deps.clock.now();
  const isWhole =
    shelf.isAlwaysWhole || row.wholeAt === null || nowMs - Date.parse(row.wholeAt) >= WHOLE_EVERY_MS;
  const counted = isWhole ? await shelf.reader.count(windowStart(row, nowMs)) : null;
  const now = isoTime(nowMs);
  const stands = { status: "running", items: 0, problem: null, finishedAt: null } as const;
  if (isWhole) await deps.db.batch([runStands(deps.db, { ...row, pass: row.pass + 1 }, now, stands)]);
  return note(deps, row, {
    state: "reading",
    pass: row.pass + 1,
    isWhole,
    since: isWhole ? null : isoTime(Date.parse(row.startedAt) - SKEW_MS),
    cursor: null,
    isSweeping: false,
    isPartial: false,
    startedAt: isoTime(nowMs),
    done: 0,
    within: 0,
    expected: counted === null || counted.isMore ? null : counted.items,
  });
}

/** A page that can't be finished in time is listed again; items already stored take no time. */
async function readPage(
  deps: KnowledgeDeps,
  { reader, msEach }: OpenShelf,
  leased: SourceRow,
  untilMs: number,
): Promise<SourceRow | null> {
  let row: SourceRow | null = leased;
  const from = windowStart(leased, Date.parse(leased.startedAt));
  const {
    things,
    next,
    isPartial: lacks,
  } = await reader.list({ from, since: row.since, cursor: row.cursor });
  const known = await knownOf(deps, leased, things);
  for (let at = 0; at < things.length; at += WORDS_AT_ONCE) {
    if (deps.clock.now() >= untilMs) return row;
    const some = things.slice(at, at + WORDS_AT_ONCE);
    const kept = await Promise.all(some.map((thing) => keepThing(deps, leased, thing, known)));
    if (!kept.includes("read")) continue;
    row = await note(deps, leased, { within: at + some.length });
    if (row === null) return null;
    await deps.rest(msEach * some.length);
  }
  const isPartial = leased.isPartial || lacks;
  const read = { done: leased.done + things.length, within: 0, isPartial, failures: 0, problem: null };
  if (next !== null) return note(deps, leased, { ...read, cursor: next });
  if (!leased.isWhole || isPartial) return endPass(deps, { ...leased, ...read });
  return note(deps, leased, { ...read, cursor: null, isSweeping: true });
}

/** Deletes items this full pass didn't see. */
async function sweep(
  deps: KnowledgeDeps,
  { keepsOlder }: OpenShelf,
  row: SourceRow,
): Promise<SourceRow | null> {
  const { db } = deps;
  const listed = keepsOlder ? gte(knowledgeItems.at, windowStart(row, Date.parse(row.startedAt))) : undefined;
  const unseen = and(eq(knowledgeItems.sourceId, row.id), lt(knowledgeItems.seen, row.pass), listed);
  const gone = await db.rows(knowledgeItems, unseen).orderBy(asc(knowledgeItems.id)).limit(SWEPT);
  if (row.done === 0 && gone.length > FEW)
    throw new AppError(
      "conflict",
      "The source now reports no items. Existing items were kept. Remove the source to delete them.",
    );
  if (gone.length === 0) return endPass(deps, row);
  await takeOut(deps, row, gone);
  return row;
}

/** Deletes all items of a source, then the source. */
async function removeSource(deps: KnowledgeDeps, row: SourceRow, untilMs: number): Promise<void> {
  const { db, clock } = deps;
  const ofSource = eq(knowledgeItems.sourceId, row.id);
  while (clock.now() < untilMs) {
    const items = await db.rows(knowledgeItems, ofSource).orderBy(asc(knowledgeItems.seen)).limit(SWEPT);
    if (items.length === 0)
      return void (await db.batch([
        db.remove(knowledgeRuns, eq(knowledgeRuns.sourceId, row.id)),
        db.remove(knowledgeSources, eq(knowledgeSources.id, row.id)),
      ]));
    await takeOut(deps, row, items);
  }
  await note(deps, row, { dueAt: isoTime(clock.now()) });
}

async function takeOut(
  { db, clock, words }: KnowledgeDeps,
  { id, kind, pass }: SourceRow,
  items: readonly (typeof knowledgeItems.$inferSelect)[],
): Promise<void> {
  const ids = items.map((item) => item.id);
  await words.drop(ids);
  await db.batch([
    db.remove(knowledgeItems, itemsWith(ids)),
    eventOf(db, { kind, ids, what: "removed", stamp: `${id}:${pass}:${clock.now()}` }, clock.now()),
  ]);
}

/** Deletes new e-mails that the inbox has brought since: each is on record once. The daily pass does so for older ones. */
async function dropBrought(deps: KnowledgeDeps, row: SourceRow): Promise<void> {
  if (row.kind !== "email") return;
  const { at, externalId, tenantId } = knowledgeItems;
  const isBrought = sql`exists (select 1 from ${mails} where ${mails.tenantId} = ${tenantId} and ${mails.mailbox} = ${row.person} and ${mails.id} = ${externalId})`;
  const isNew = gte(at, isoTime(deps.clock.now() - 2 * DAY_MS));
  const brought = await deps.db
    .rows(knowledgeItems, and(eq(knowledgeItems.sourceId, row.id), isNew, isBrought))
    .limit(SWEPT);
  if (brought.length > 0) await takeOut(deps, row, brought);
}

async function endPass(deps: KnowledgeDeps, row: SourceRow): Promise<SourceRow | null> {
  await dropBrought(deps, row);
  const nowMs = deps.clock.now();
  const counts = await countsOf(deps.db, row.id);
  const now = isoTime(nowMs);
  const ended = { status: "completed", items: row.done, problem: null, finishedAt: now } as const;
  await deps.db.batch([
    row.isWhole ? runStands(deps.db, row, now, ended) : runRecovered(deps.db, row, now, row.done),
    deps.db.remove(knowledgeRuns, oldRuns(row.id, nowMs)),
  ]);
  // Notifies before recording the end: after a crash in between, the repeat is idempotent.
  const news = readNews({ ...row, ...counts }, deps.titleOf(row.vendor), nowMs);
  if (news !== null) await deps.tellAsker(news);
  return note(deps, row, {
    state: "waiting",
    cursor: null,
    isSweeping: false,
    askedById: null,
    askedAt: null,
    wholeAt: row.isWhole && !row.isPartial ? row.startedAt : row.wholeAt,
    finishedAt: isoTime(nowMs),
    failures: 0,
    problem: null,
    dueAt: isoTime(nowMs + EVERY_MS),
    done: row.done,
    within: 0,
    ...counts,
  });
}

/** Item counts: all, and those without complete text. */
export async function countsOf(
  db: TenantDb,
  sourceId: string,
): Promise<Pick<SourceRow, "items" | "notRead">> {
  const [counts] = await db.pick(
    {
      items: sql<number>`count(*)`.as("items"),
      notRead: sql<number>`count(${knowledgeItems.note})`.as("not_read"),
    },
    knowledgeItems,
    eq(knowledgeItems.sourceId, sourceId),
  );
  return { items: Number(counts?.["items"] ?? 0), notRead: Number(counts?.["notRead"] ?? 0) };
}

/** Records progress; null if the source was paused or removed meanwhile. */
async function note(
  { db, clock }: KnowledgeDeps,
  row: SourceRow,
  set: Partial<SourceRow>,
): Promise<SourceRow | null> {
  const dueAt = set.dueAt ?? isoTime(clock.now() + LEASE_MS);
  const rows = await db.update(knowledgeSources, { ...set, dueAt }, still(row)).returning();
  return (rows as unknown as SourceRow[])[0] ?? null;
}

/** Condition: not paused, removed or restarted since. */
function still({ id, state, pass }: SourceRow): SQL {
  const isIt = and(
    eq(knowledgeSources.id, id),
    eq(knowledgeSources.state, state),
    eq(knowledgeSources.pass, pass),
  );
  return isIt ?? sql`false`;
}

async function noteFailure(deps: KnowledgeDeps, leased: SourceRow, error: unknown): Promise<void> {
  const { db, clock, logger } = deps;
  logger.warn("knowledge.read_failed", {
    tenantId: db.tenantId,
    connectionId: leased.connectionId,
    state: leased.kind,
    error,
  });
  const failures = leased.failures + 1;
  const asked = error instanceof IntegrationError ? (error.retryAfterMs ?? 0) : 0;
  const dueAt = isoTime(clock.now() + Math.max(asked, backOffMs(failures, RETRY)));
  const isOurs = and(eq(knowledgeSources.id, leased.id), sql`${knowledgeSources.state} <> 'paused'`);
  const set = { failures, problem: problemOf(error), dueAt };
  const rows = await db.update(knowledgeSources, set, isOurs ?? sql`false`).returning();
  const [row] = rows as unknown as SourceRow[];
  if (row !== undefined && row.state !== "removing") await noteFailedRun(deps, row);
  // Repeated with each failure (idempotently), so that a crash doesn't lose it.
  const news = row === undefined ? null : stuckNews(row, deps.titleOf(row.vendor), error);
  if (news !== null)
    await deps
      .tellAsker(news)
      .catch((cause: unknown) =>
        logger.warn("knowledge.not_told", { tenantId: db.tenantId, state: leased.kind, error: cause }),
      );
}

/** The run of the pass under way, or of the next one where it could not begin. */
async function noteFailedRun({ db, clock }: KnowledgeDeps, row: SourceRow): Promise<void> {
  const now = isoTime(clock.now());
  const pass = row.state === "waiting" ? row.pass + 1 : row.pass;
  const set = {
    status: "failed",
    items: row.state === "waiting" ? 0 : row.done,
    problem: row.problem,
  } as const;
  await db.batch([runStands(db, { ...row, pass }, now, { ...set, finishedAt: now })]);
}

/** Our own messages are shown as they are; integration errors name the service and its answer. */
function problemOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (!(error instanceof IntegrationError))
    return "Something went wrong in Steward. It will retry automatically.";
  if (error.status === 429) return "The service is rate limiting Steward. Reading will resume automatically.";
  if (error.status === 401 || error.status === 403)
    return `The service refused access: ${error.message}. See Settings → Connections.`;
  return "The service couldn’t be reached or returned an error. Steward will retry automatically.";
}

/** How far back a source reads. */
export function windowStart({ windowDays }: Pick<SourceRow, "windowDays">, nowMs: number): string {
  return isoTime(nowMs - windowDays * DAY_MS);
}

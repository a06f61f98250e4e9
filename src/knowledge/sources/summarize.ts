/**
 * Summarizes long items of sources, newest first, in the background, unless an admin disabled it. A text is never submitted twice, in
 * whatever source and whatever the answer was. Without budget, and beyond a number a day, the source waits.
 */
import { desc, eq, gte, isNotNull, sql } from "drizzle-orm";
import type { WorkResult } from "../../platform/work/index.ts";
import { knowledgeItems, knowledgeSources } from "../tables/knowledge.ts";
import { type Statement } from "../../platform/db/index.ts";
import { backOffMs } from "../../kernel/back-off.ts";
import { DAY_MS, isoTime } from "../../kernel/clock.ts";
import { allOf } from "./held.ts";
import { eventOf } from "./keep-thing.ts";
import { summaryQuestion } from "./mail-summary.ts";
import type { KnowledgeDeps } from "./ports.ts";
import { unsummarized } from "./summarize-soon.ts";
import { workOffSummaries, type KeptSummary, type Summarize, type SummaryQueue } from "./summary-queue.ts";
import type { SourceRow } from "./sync.ts";

interface SummaryDeps extends KnowledgeDeps {
  readonly summarize: Summarize;
  /** Whether messages wait to be checked for urgency, which goes first. */
  readonly isPressed: () => Promise<boolean>;
}

type ItemRow = typeof knowledgeItems.$inferSelect;

const LEASE_MS = 60_000;
const RETRY = { firstMs: 60_000, longestMs: 60 * 60_000 } as const;
/** After so many failures a source waits for the next day. */
const MOST_FAILURES = 10;
/** How long a source waits for more pressing questions. */
const YIELD_MS = 30_000;
const SOURCES = 20;
/** Maximum summaries of a team within a day, so that a first reading leaves the month's budget to the agents. */
const MOST_A_DAY = 300;
/** A source that waits for the next day is looked at again this often. */
const FULL_MS = 60 * 60_000;

/** Continues due sources until a deadline. */
export async function summarizeMails(deps: SummaryDeps, untilMs: number): Promise<WorkResult> {
  const { db, clock } = deps;
  const isDue = sql`${knowledgeSources.summaryDueAt} <= ${isoTime(clock.now())}`;
  let isLeft = false;
  let restsUntilMs: number | null = null;
  for (const row of await db.rows(knowledgeSources, isDue).limit(SOURCES)) {
    if (clock.now() >= untilMs) return "more";
    const mine = await lease(deps, row);
    if (mine === null) continue;
    // The model that just failed for one source isn't asked for the others.
    if (restsUntilMs !== null) {
      await note(deps, mine, { summaryDueAt: isoTime(restsUntilMs) });
      continue;
    }
    const left = await summarizeSource(deps, mine, untilMs);
    if (left === "more") isLeft = true;
    else restsUntilMs = left;
  }
  await deps.written();
  return isLeft ? "more" : "done";
}

async function lease({ db, clock }: SummaryDeps, row: SourceRow): Promise<SourceRow | null> {
  const still = allOf(
    eq(knowledgeSources.id, row.id),
    sql`${knowledgeSources.summaryDueAt} = ${row.summaryDueAt}`,
  );
  const set = { summaryDueAt: isoTime(clock.now() + LEASE_MS) };
  const rows = await db.update(knowledgeSources, set, still).returning();
  return (rows as unknown as SourceRow[])[0] ?? null;
}

/** `more` if time ran out first; until when nothing can be asked, or null. */
async function summarizeSource(
  deps: SummaryDeps,
  row: SourceRow,
  untilMs: number,
): Promise<"more" | number | null> {
  const { clock } = deps;
  const room = MOST_A_DAY - (await summarizedLately(deps));
  if (room <= 0) {
    await note(deps, row, { summaryDueAt: isoTime(clock.now() + FULL_MS) });
    return null;
  }
  const { isPressed } = deps;
  const end = await workOffSummaries(queueOf(deps, row, room), deps.summarize, { clock, untilMs, isPressed });
  if (end === "yields") {
    const againMs = clock.now() + YIELD_MS;
    await note(deps, row, { summaryDueAt: isoTime(againMs) });
    return againMs;
  }
  if (end === "done") {
    const rest = await deps.db.find(knowledgeItems, unsummarized(row.id) ?? sql`false`);
    const dueAt = rest === null || !isOn(row) ? null : isoTime(clock.now() + FULL_MS);
    await note(deps, row, { summaryDueAt: dueAt, summaryFailures: 0, summaryProblem: null });
    return null;
  }
  if (end === "late") {
    await note(deps, row, { summaryDueAt: isoTime(clock.now()) });
    return "more";
  }
  const failures = row.summaryFailures + 1;
  const restMs = failures < MOST_FAILURES ? backOffMs(failures, RETRY) : DAY_MS;
  const againMs = Math.max(end.untilMs ?? 0, clock.now() + restMs);
  const set = { summaryFailures: failures % MOST_FAILURES, summaryProblem: end.problem };
  await note(deps, row, { ...set, summaryDueAt: isoTime(againMs) });
  return againMs;
}

function isOn({ summarizes, state }: SourceRow): boolean {
  return summarizes && state !== "paused" && state !== "removing";
}

async function summarizedLately({ db, clock }: SummaryDeps): Promise<number> {
  const since = gte(knowledgeItems.summarizedAt, isoTime(clock.now() - DAY_MS));
  return (await db.pick({ id: knowledgeItems.id }, knowledgeItems, since).limit(MOST_A_DAY)).length;
}

/** The pending items of a leased source, at most `room`. */
function queueOf(deps: SummaryDeps, row: SourceRow, room: number): SummaryQueue<ItemRow> {
  const { db, clock, words } = deps;
  let left = room;
  return {
    async next(limit) {
      await note(deps, row, { summaryDueAt: isoTime(clock.now() + LEASE_MS) });
      const most = Math.min(limit, left);
      if (!isOn(row) || most === 0) return [];
      const items = await db
        .rows(knowledgeItems, unsummarized(row.id))
        .orderBy(desc(knowledgeItems.at))
        .limit(most);
      left -= items.length;
      return items;
    },
    async known({ summaryKey }) {
      const asked = allOf(
        sql`${knowledgeItems.summaryKey} = ${summaryKey}`,
        isNotNull(knowledgeItems.summarizedAt),
      );
      return (await db.find(knowledgeItems, asked)) ?? undefined;
    },
    question: async (item) => summaryQuestion({ ...item, text: await words.get(item.id) }),
    keep: (item, answer) => keep(deps, item, answer),
  };
}

/** Only if the text is still the one that was submitted. */
async function keep(
  { db, clock }: SummaryDeps,
  item: ItemRow,
  { summary, said }: KeptSummary,
): Promise<void> {
  const nowMs = clock.now();
  const { id, kind, summaryKey } = item;
  const still = allOf(eq(knowledgeItems.id, id), sql`${knowledgeItems.summaryKey} = ${summaryKey}`);
  const stamp = `summary:${summaryKey ?? ""}`;
  const told: Statement[] =
    summary === null ? [] : [eventOf(db, { kind, ids: [id], what: "changed", stamp }, nowMs)];
  await db.batch([
    db.update(knowledgeItems, { summary, said, summarizedAt: isoTime(nowMs) }, still),
    ...told,
  ]);
}

async function note({ db }: SummaryDeps, { id }: SourceRow, set: Partial<SourceRow>): Promise<void> {
  const isOn = allOf(eq(knowledgeSources.id, id), isNotNull(knowledgeSources.summaryDueAt));
  await db.update(knowledgeSources, set, isOn);
}

/**
 * E-mails of sources whose admins asked for it are summarized, newest first, behind their reading. What a model was asked about once it isn't asked about
 * again, in whatever source it stands and whatever it answered; where there is no room for asking, the source waits.
 */
import { desc, eq, isNotNull, sql } from "drizzle-orm";
import type { WorkResult } from "../clock/index.ts";
import { knowledgeItems, knowledgeSources, type Statement } from "../db/index.ts";
import { backOffMs } from "../kernel/back-off.ts";
import { isoTime } from "../kernel/clock.ts";
import { both } from "./held.ts";
import { eventOf } from "./keep-thing.ts";
import { summaryQuestion } from "./mail-summary.ts";
import type { KnowledgeDeps } from "./ports.ts";
import { unsummarized } from "./summarize-soon.ts";
import type { SourceRow } from "./sync.ts";

/** What came of a question; `none`: an answer that can't be read, or an empty one. */
export type Summarized =
  | { readonly kind: "summary"; readonly text: string }
  | { readonly kind: "none" }
  | { readonly kind: "wait"; readonly problem: string; readonly untilMs?: number };

/** What summarizing takes beside what reading does. */
export interface SummaryDeps extends KnowledgeDeps {
  /** Asks; admitted and settled by the team's month. */
  readonly summarize: (question: string) => Promise<Summarized>;
}

type ItemRow = typeof knowledgeItems.$inferSelect;

const LEASE_MS = 60_000;
const AT_ONCE = 4;
const RETRY = { firstMs: 60_000, longestMs: 60 * 60_000 } as const;
const SOURCES = 20;

/** Goes on with the sources that are due, until a time. */
export async function summarizeMails(deps: SummaryDeps, untilMs: number): Promise<WorkResult> {
  const { db, clock } = deps;
  const isDue = sql`${knowledgeSources.summaryDueAt} <= ${isoTime(clock.now())}`;
  let isLeft = false;
  for (const row of await db.rows(knowledgeSources, isDue).limit(SOURCES)) {
    if (clock.now() >= untilMs) return "more";
    const mine = await lease(deps, row);
    if (mine !== null && !(await summarizeSource(deps, mine, untilMs))) isLeft = true;
  }
  await deps.written();
  return isLeft ? "more" : "done";
}

async function lease({ db, clock }: SummaryDeps, row: SourceRow): Promise<SourceRow | null> {
  const still = both(
    eq(knowledgeSources.id, row.id),
    sql`${knowledgeSources.summaryDueAt} = ${row.summaryDueAt}`,
  );
  const set = { summaryDueAt: isoTime(clock.now() + LEASE_MS) };
  const rows = await db.update(knowledgeSources, set, still).returning();
  return (rows as unknown as SourceRow[])[0] ?? null;
}

/** False where the time is up before all are. */
async function summarizeSource(deps: SummaryDeps, row: SourceRow, untilMs: number): Promise<boolean> {
  const { db, clock } = deps;
  const isOn = row.summarizes && row.state !== "paused" && row.state !== "removing";
  for (;;) {
    const items = isOn
      ? await db.rows(knowledgeItems, unsummarized(row.id)).orderBy(desc(knowledgeItems.at)).limit(AT_ONCE)
      : [];
    if (items.length === 0) {
      await note(deps, row, { summaryDueAt: null, summaryFailures: 0, summaryProblem: null });
      return true;
    }
    if (clock.now() >= untilMs) {
      await note(deps, row, { summaryDueAt: isoTime(clock.now()) });
      return false;
    }
    const asked = await Promise.all(items.map((item) => summarizeOne(deps, item)));
    const wait = asked.find((one) => one?.kind === "wait");
    if (wait?.kind === "wait") {
      const failures = row.summaryFailures + 1;
      const again = Math.max(wait.untilMs ?? 0, clock.now() + backOffMs(failures, RETRY));
      const set = { summaryFailures: failures, summaryProblem: wait.problem };
      await note(deps, row, { ...set, summaryDueAt: isoTime(again) });
      return true;
    }
    await note(deps, row, { summaryDueAt: isoTime(clock.now() + LEASE_MS) });
  }
}

async function summarizeOne(deps: SummaryDeps, item: ItemRow): Promise<Summarized | null> {
  const { db, words } = deps;
  const { summaryKey } = item;
  if (summaryKey === null) return null;
  const asked = both(eq(knowledgeItems.summaryKey, summaryKey), isNotNull(knowledgeItems.summarizedAt));
  const same = await db.find(knowledgeItems, asked);
  if (same !== null) {
    await keep(deps, item, same.summary);
    return null;
  }
  const text = await words.get(item.id);
  const answer = await deps.summarize(summaryQuestion({ ...item, text }));
  if (answer.kind !== "wait") await keep(deps, item, answer.kind === "summary" ? answer.text : null);
  return answer;
}

/** Only while its words are those that were asked about. */
async function keep({ db, clock }: SummaryDeps, item: ItemRow, summary: string | null): Promise<void> {
  const nowMs = clock.now();
  const { id, kind, summaryKey } = item;
  const still = both(eq(knowledgeItems.id, id), sql`${knowledgeItems.summaryKey} = ${summaryKey}`);
  const stamp = `summary:${summaryKey ?? ""}`;
  const told: Statement[] =
    summary === null ? [] : [eventOf(db, { kind, ids: [id], what: "changed", stamp }, nowMs)];
  await db.batch([db.update(knowledgeItems, { summary, summarizedAt: isoTime(nowMs) }, still), ...told]);
}

async function note({ db }: SummaryDeps, { id }: SourceRow, set: Partial<SourceRow>): Promise<void> {
  const isOn = both(eq(knowledgeSources.id, id), isNotNull(knowledgeSources.summaryDueAt));
  await db.update(knowledgeSources, set, isOn);
}

/**
 * Whether words that came in can wait: asked of a cheap classifier beside everything else, so that no acceptance and no run waits for it. Where it is
 * down or slow the patterns decide. It also says whether a text asks to be left alone in words that no rule knows (opt-outs.ts). A row stands for every question until it is decided: one that broke off is asked again by the clock.
 */
import { eq, sql } from "drizzle-orm";
import { workThrough, type WorkResult } from "../../platform/work/index.ts";
import { choiceOf } from "../../integrations/connections/index.ts";
import { among, type Statement, type TenantDb } from "../../platform/db/index.ts";
import { urgencyChecks } from "../tables/inbox.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import { settledWithin } from "../../kernel/time-limit.ts";
import type { RoutedTo } from "../../notifications/api/routing.ts";
import { urgentByPattern } from "./urgent.ts";

type Row = typeof urgencyChecks.$inferSelect;

/** Words that came in and are to be judged. */
export interface UrgencyQuestion {
  /** One for each text and e-mail. */
  readonly id: string;
  readonly source: "sms" | "email";
  readonly conversationId: string;
  /** Who wrote it. */
  readonly name: string;
  readonly words: string;
  readonly routedTo: RoutedTo | null;
}

/** What the classifier says; null where it cannot be asked. `asksToStop`: its writer may ask not to be texted. */
export type Verdict = { readonly urgent: boolean; readonly why: string; readonly asksToStop: boolean } | null;

/** What judging needs; one tenant's. */
export interface JudgeDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Asks the classifier. Rejects where it cannot be asked, and once the signal aborts. What follows from its verdict is written with the record of its
   * run, or not at all.
   */
  readonly classify: (
    question: UrgencyQuestion,
    signal: AbortSignal,
    alongside: (verdict: Verdict) => readonly Statement[],
  ) => Promise<Verdict>;
  /** Notifies people and marks the conversation; a repeat for the same question changes nothing. */
  readonly ring: (question: UrgencyQuestion, why: string) => Promise<void>;
  /** Leaves whoever wrote a text alone until a person has looked, and asks one to; a repeat for the same question changes nothing. */
  readonly hold: (question: UrgencyQuestion) => Promise<void>;
  readonly patience: Patience;
}

/** A text that the patterns take for urgent waits no longer than this for the classifier. */
const FLOOR_AFTER_MS = 4_000;
/** An answer that comes later than this is not waited for. */
const GIVE_UP_MS = 15_000;
/** Once the classifier gave no answer it is left alone for so long: a burst would wait for it text by text. */
const REST_MS = 30_000;
/** A question whose message got lost is found by the clock after this. */
const LOST_MS = 5_000;
/** One that is being worked on is left alone for so long: well above giving up. */
const LEASE_MS = 30_000;
/** The classifier is shown so much of a long text's beginning, and as much of its end. */
const SHOWN_CHARS = 2_000;
const WHY_CHARS = 60;
const BATCH_SIZE = 4;
/** Rows of one statement, which takes a hundred values. */
const INSERTED_ROWS = 10;

/** Whether the classifier is worth asking now, as one isolate has seen it. */
export class Patience {
  #restUntilMs = 0;

  isSpent(nowMs: number): boolean {
    return nowMs < this.#restUntilMs;
  }

  lose(nowMs: number): void {
    this.#restUntilMs = nowMs + REST_MS;
  }
}

/** The statements that put questions on record. The caller then hands them out by their ids; a repeat changes nothing. */
export function urgencyAsked(
  { db, clock }: Pick<JudgeDeps, "db" | "clock">,
  questions: readonly UrgencyQuestion[],
): Statement[] {
  const dueAt = isoTime(clock.now() + LOST_MS);
  const rows = questions.map((question) => ({ ...question, dueAt }));
  return Array.from({ length: Math.ceil(rows.length / INSERTED_ROWS) }, (_, part) =>
    db
      .insert(urgencyChecks, rows.slice(part * INSERTED_ROWS, (part + 1) * INSERTED_ROWS))
      .onConflictDoNothing(),
  );
}

/** Decides questions by their ids, or with none all that are due. */
export async function judgeUrgency(
  deps: JudgeDeps,
  { keys, untilMs }: { readonly keys: readonly string[]; readonly untilMs: number },
): Promise<WorkResult> {
  if (keys.length > 0) {
    await Promise.all((await claim(deps, keys)).map((row) => decide(deps, row)));
    return "done";
  }
  const how = { untilMs, leaseMs: LEASE_MS, batchSize: BATCH_SIZE, neededMs: GIVE_UP_MS };
  return workThrough(deps, urgencyChecks, how, (due) => Promise.all(due.map((row) => decide(deps, row))));
}

/** Takes questions, but for those that somebody is at. */
async function claim({ db, clock }: JudgeDeps, ids: readonly string[]): Promise<Row[]> {
  const nowMs = clock.now();
  const isFree = sql`${among(urgencyChecks.id, ids)} and ${urgencyChecks.dueAt} <= ${isoTime(nowMs + LOST_MS)}`;
  const rows = await db.update(urgencyChecks, { dueAt: isoTime(nowMs + LEASE_MS) }, isFree).returning();
  return rows as unknown as Row[];
}

async function decide(deps: JudgeDeps, row: Row): Promise<void> {
  const question: UrgencyQuestion = row;
  const floor = urgentByPattern(question.words);
  const stop = new AbortController();
  const asked = classify(deps, question, stop.signal);
  const late = Symbol("late");
  const soon = await settledWithin<Verdict | typeof late>(FLOOR_AFTER_MS, asked, late);
  const isRung = soon === late && floor !== null;
  if (isRung) await deps.ring(question, floor);
  const verdict = soon === late ? await settledWithin(GIVE_UP_MS - FLOOR_AFTER_MS, asked, null) : soon;
  stop.abort();
  if (verdict === null) {
    deps.patience.lose(deps.clock.now());
    if (floor !== null && !isRung) await deps.ring(question, floor);
  } else if (verdict.urgent && !isRung) await deps.ring(question, shortened(verdict.why, floor));
  // What the rules hear was held when it came in; the classifier adds to them and takes nothing back.
  if (verdict?.asksToStop === true && row.source === "sms" && choiceOf(row.words) === null)
    await deps.hold(question);
  // What asks for nothing was closed with the record of the run.
  if (!asksNothing(verdict)) await closed(deps, row.id);
}

function asksNothing(verdict: Verdict): boolean {
  return verdict !== null && !verdict.urgent && !verdict.asksToStop;
}

function closed({ db }: Pick<JudgeDeps, "db">, id: string) {
  return db.remove(urgencyChecks, eq(urgencyChecks.id, id));
}

async function classify(deps: JudgeDeps, question: UrgencyQuestion, signal: AbortSignal): Promise<Verdict> {
  if (deps.patience.isSpent(deps.clock.now())) return null;
  try {
    const asked = { ...question, words: beginningAndEnd(question.words) };
    return await deps.classify(asked, signal, (verdict) =>
      asksNothing(verdict) ? [closed(deps, question.id)] : [],
    );
  } catch (error) {
    if (!signal.aborted) deps.logger.warn("inbox.urgency_not_judged", { tenantId: deps.db.tenantId, error });
    return null;
  }
}

/** What the classifier is shown of words: people say what is wrong first, or last. */
function beginningAndEnd(words: string): string {
  const left = words.length - 2 * SHOWN_CHARS;
  if (left <= 0) return words;
  const parts = [words.slice(0, SHOWN_CHARS), `[${left} characters left out]`, words.slice(-SHOWN_CHARS)];
  return parts.map((part) => part.toWellFormed()).join("\n");
}

/** The classifier's reason, cut: it was made from words of somebody outside. */
function shortened(why: string, floor: string | null): string {
  const line = why.replace(/\s+/g, " ").trim();
  if (line === "") return floor ?? "needs a person now";
  return line.length <= WHY_CHARS ? line : `${line.slice(0, WHY_CHARS - 1).trimEnd()}…`;
}

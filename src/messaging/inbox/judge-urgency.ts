/**
 * Decides whether incoming messages are urgent. A low-cost classifier runs in parallel, so that neither
 * acceptance nor runs wait for it; if it is down or slow, patterns decide. After a failure it rests: what the
 * patterns don't consider urgent waits for the end of the rest, and is asked again a few times, unless its
 * conversation rings by then. It also detects opt-out requests that no rule covers (opt-outs.ts). Each question has a row until decided, so the scheduler retries interrupted ones.
 */
import { eq, sql } from "drizzle-orm";
import { workThrough, type WorkResult } from "../../platform/work/index.ts";
import { choiceOf } from "../../integrations/connections/index.ts";
import { among, type Statement, type TenantDb } from "../../platform/db/index.ts";
import { urgencyChecks } from "../tables/inbox.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import { settledWithin } from "../../kernel/time-limit.ts";
import type { RoutedTo } from "../../platform/api/notification-kinds.ts";
import { urgentByPattern } from "./urgent.ts";

type Row = typeof urgencyChecks.$inferSelect;

/** An incoming message to classify. */
export interface UrgencyQuestion {
  /** One per text or e-mail. */
  readonly id: string;
  readonly source: "sms" | "email";
  readonly conversationId: string;
  /** The author's name. */
  readonly name: string;
  readonly words: string;
  readonly routedTo: RoutedTo | null;
}

/** The classifier's answer; null if unavailable. `asksToStop`: the author may be asking not to be texted. */
export type Verdict = { readonly urgent: boolean; readonly why: string; readonly asksToStop: boolean } | null;

export interface JudgeDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Calls the classifier. Rejects if unavailable, and on abort. Consequences of the verdict are written with
   * the record of its run, or not at all.
   */
  readonly classify: (
    question: UrgencyQuestion,
    signal: AbortSignal,
    alongside: (verdict: Verdict) => readonly Statement[],
  ) => Promise<Verdict>;
  /** Whether the conversation rings already, by a draft or an alert that is still open. */
  readonly rings: (conversationId: string) => Promise<boolean>;
  /** Alerts people and marks the conversation. Idempotent per question. */
  readonly ring: (question: UrgencyQuestion, why: string) => Promise<void>;
  /**
   * Holds texts to the author until a person has reviewed the request, and asks for that review. Idempotent
   * per question.
   */
  readonly hold: (question: UrgencyQuestion) => Promise<void>;
  readonly patience: Patience;
}

/** Maximum wait for the classifier if the patterns consider a text urgent. */
const FLOOR_AFTER_MS = 4_000;
/** Timeout of the classifier. */
const GIVE_UP_MS = 15_000;
/** Pause after a classifier failure, so that a burst does not time out text by text. */
const REST_MS = 15_000;
/** How often a question is asked that the patterns don't consider urgent. */
const MOST_ASKED = 4;
/** Delay after which the scheduler picks up a question whose message was lost. */
const LOST_MS = 5_000;
/** Lease of a question being processed; well above the timeout. */
const LEASE_MS = 30_000;
/** Characters shown to the classifier from the beginning of a long text, and from its end. */
const SHOWN_CHARS = 2_000;
const WHY_CHARS = 60;
const BATCH_SIZE = 4;
/** Rows per statement, which binds at most 100 values. */
const INSERTED_ROWS = 10;

/** Each team's pauses of the classifier, as seen by one isolate. */
export class Patience {
  readonly #endsMs = new Map<string, number>();

  /** When the team's pause ends; null if there is none. */
  restEndsMs(tenantId: string, nowMs: number): number | null {
    const endsMs = this.#endsMs.get(tenantId) ?? 0;
    if (nowMs < endsMs) return endsMs;
    this.#endsMs.delete(tenantId);
    return null;
  }

  /** Starts a pause. One that has started keeps its end. */
  lose(tenantId: string, nowMs: number): void {
    if (this.restEndsMs(tenantId, nowMs) === null) this.#endsMs.set(tenantId, nowMs + REST_MS);
  }
}

/** Statements that record questions. The caller then queues their IDs. Idempotent. */
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

/** Decides the questions with these IDs or, if none are given, all that are due. */
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

/** Claims questions that no other worker holds. */
async function claim({ db, clock }: JudgeDeps, ids: readonly string[]): Promise<Row[]> {
  const nowMs = clock.now();
  const isFree = sql`${among(urgencyChecks.id, ids)} and ${urgencyChecks.dueAt} <= ${isoTime(nowMs + LOST_MS)}`;
  const rows = await db.update(urgencyChecks, { dueAt: isoTime(nowMs + LEASE_MS) }, isFree).returning();
  return rows as unknown as Row[];
}

async function decide(deps: JudgeDeps, row: Row): Promise<void> {
  const question: UrgencyQuestion = row;
  if (row.attempts > 0 && (await deps.rings(row.conversationId))) return void (await closed(deps, row.id));
  const floor = urgentByPattern(question.words);
  const restEndsMs = deps.patience.restEndsMs(deps.db.tenantId, deps.clock.now());
  if (restEndsMs !== null) {
    if (floor === null)
      await deps.db.update(urgencyChecks, { dueAt: isoTime(restEndsMs) }, eq(urgencyChecks.id, row.id));
    else {
      await deps.ring(question, floor);
      await closed(deps, row.id);
    }
    return;
  }
  const stop = new AbortController();
  const asked = classify(deps, question, stop.signal);
  const late = Symbol("late");
  const soon = await settledWithin<Verdict | typeof late>(FLOOR_AFTER_MS, asked, late);
  const isRung = soon === late && floor !== null;
  if (isRung) await deps.ring(question, floor);
  const verdict = soon === late ? await settledWithin(GIVE_UP_MS - FLOOR_AFTER_MS, asked, null) : soon;
  stop.abort();
  if (verdict === null) {
    deps.patience.lose(deps.db.tenantId, deps.clock.now());
    if (floor === null && row.attempts + 1 < MOST_ASKED) return askAgain(deps, row);
    if (floor !== null && !isRung) await deps.ring(question, floor);
  } else if (verdict.urgent && !isRung) await deps.ring(question, shortened(verdict.why, floor));
  // Requests the rules recognize were held on arrival; the classifier can add to them but never releases one.
  if (verdict?.asksToStop === true && row.source === "sms" && choiceOf(row.words) === null)
    await deps.hold(question);
  // Questions without consequences were closed with the record of the run.
  if (!asksNothing(verdict)) await closed(deps, row.id);
}

async function askAgain({ db, clock }: JudgeDeps, { id, attempts }: Row): Promise<void> {
  const dueAt = isoTime(clock.now() + REST_MS);
  await db.update(urgencyChecks, { dueAt, attempts: attempts + 1 }, eq(urgencyChecks.id, id));
}

function asksNothing(verdict: Verdict): boolean {
  return verdict !== null && !verdict.urgent && !verdict.asksToStop;
}

function closed({ db }: Pick<JudgeDeps, "db">, id: string) {
  return db.remove(urgencyChecks, eq(urgencyChecks.id, id));
}

async function classify(deps: JudgeDeps, question: UrgencyQuestion, signal: AbortSignal): Promise<Verdict> {
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

/** The text shown to the classifier: people state the problem first or last. */
function beginningAndEnd(words: string): string {
  const left = words.length - 2 * SHOWN_CHARS;
  if (left <= 0) return words;
  const parts = [words.slice(0, SHOWN_CHARS), `[${left} characters left out]`, words.slice(-SHOWN_CHARS)];
  return parts.map((part) => part.toWellFormed()).join("\n");
}

/** The classifier's reason, truncated, because it derives from untrusted text. */
function shortened(why: string, floor: string | null): string {
  const line = why.replace(/\s+/g, " ").trim();
  if (line === "") return floor ?? "needs a person now";
  return line.length <= WHY_CHARS ? line : `${line.slice(0, WHY_CHARS - 1).trimEnd()}…`;
}

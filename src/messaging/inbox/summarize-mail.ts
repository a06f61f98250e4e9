/**
 * Summarizes incoming e-mails so that search finds them by topic: only those written by a person and long
 * enough, up to a daily limit, newest first. Nothing in the inbox waits for summaries.
 */
import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { WorkResult } from "../../platform/work/index.ts";
import { mails } from "../tables/mails.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { eventStatement, STEWARD_ACTOR } from "../../platform/events/index.ts";
import { type Clock, DAY_MS, HOUR_MS, isoTime } from "../../kernel/clock.ts";
import {
  summaryQuestion,
  workOffSummaries,
  type KeptSummary,
  type Summarize,
  type SummaryQueue,
} from "../../knowledge/sources/index.ts";
import { mailKeyOf } from "./accept-mail.ts";
import type { MailRow } from "./mail-ports.ts";
import { withMailKeys } from "./mail-search-source.ts";

/** Maximum e-mails summarized per day. */
const MOST_A_DAY = 200;
/** E-mails that waited longer are not summarized. */
const WORTH_MS = 7 * DAY_MS;
/** Lease for summarizing one e-mail. */
const LEASE_MS = 60_000;
/** Default delay if no retry time is given. */
const RETRY_MS = 15 * 60_000;
/** How long they wait for more pressing questions. */
const YIELD_MS = 30_000;

interface MailSummaryDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly summarize: Summarize;
  /** Whether messages wait to be checked for urgency, which goes first. */
  readonly isPressed: () => Promise<boolean>;
  /** Schedules the new summaries for indexing. */
  readonly written: () => Promise<void>;
}

/** Summarizes what is due, until a deadline. */
export async function summarizeInbox(deps: MailSummaryDeps, untilMs: number): Promise<WorkResult> {
  const { db, clock, summarize, isPressed } = deps;
  const isOld = sql`${mails.summaryDueAt} <= ${isoTime(clock.now())} and ${mails.receivedAt} < ${isoTime(clock.now() - WORTH_MS)}`;
  await db.update(mails, { summaryDueAt: null }, isOld);
  const room = MOST_A_DAY - (await summarizedLately(deps));
  if (room <= 0) return putOff(deps, clock.now() + HOUR_MS);
  const end = await workOffSummaries(queueOf(deps, room), summarize, {
    clock,
    untilMs,
    isPressed,
  });
  await deps.written();
  if (end === "done") return "done";
  if (end === "late") return "more";
  if (end === "yields") return putOff(deps, clock.now() + YIELD_MS);
  return putOff(deps, Math.max(end.untilMs ?? 0, clock.now() + RETRY_MS));
}

async function summarizedLately({ db, clock }: MailSummaryDeps): Promise<number> {
  const since = gte(mails.summarizedAt, isoTime(clock.now() - DAY_MS));
  return (await db.pick({ id: mails.id }, mails, since).limit(MOST_A_DAY)).length;
}

/** Postpones everything that is due now. */
async function putOff({ db, clock }: MailSummaryDeps, untilMs: number): Promise<WorkResult> {
  const isDue = sql`${mails.summaryDueAt} <= ${isoTime(clock.now() + LEASE_MS)}`;
  await db.update(mails, { summaryDueAt: isoTime(untilMs) }, isDue);
  return "done";
}

function queueOf(deps: MailSummaryDeps, room: number): SummaryQueue<MailRow> {
  const { db, clock } = deps;
  let left = room;
  return {
    async next(limit) {
      const isDue = sql`${mails.summaryDueAt} <= ${isoTime(clock.now())}`;
      const most = Math.min(limit, left);
      const rows = most === 0 ? [] : await db.rows(mails, isDue).orderBy(desc(mails.at)).limit(most);
      left -= rows.length;
      const leased = { summaryDueAt: isoTime(clock.now() + LEASE_MS) };
      if (rows.length > 0) await db.update(mails, leased, withMailKeys(rows.map(mailKeyOf)));
      return rows;
    },
    known: () => Promise.resolve(undefined),
    question: (row) => Promise.resolve(questionAbout(row)),
    keep: (row, answer) => keep(deps, row, answer),
  };
}

function questionAbout({ subject, at, text, fromName, fromAddress, to }: MailRow): string {
  const facts = [
    ["From", `${fromName} <${fromAddress}>`.trim()],
    ["To", to.join(", ")],
  ] as const;
  return summaryQuestion({ kind: "email", title: subject, at, text, facts });
}

async function keep(
  { db, clock }: MailSummaryDeps,
  row: MailRow,
  { summary, said }: KeptSummary,
): Promise<void> {
  const key = mailKeyOf(row);
  const type = "mail.summary.made" as const;
  const made = { id: `${type}:${key}`, type, actor: STEWARD_ACTOR, payload: { ids: [key] } };
  const told: Statement[] = summary === null ? [] : [eventStatement(db, made, clock.now())];
  const set = { summary, said, summarizedAt: isoTime(clock.now()), summaryDueAt: null };
  const isRow = and(eq(mails.mailbox, row.mailbox), eq(mails.id, row.id)) ?? sql`false`;
  await db.batch([db.update(mails, set, isRow), ...told]);
}

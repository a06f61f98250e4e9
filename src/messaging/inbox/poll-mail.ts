/**
 * Polls a tenant's watched mailboxes, page by page, until everything newer than their cursors is accepted
 * (MAIL-ALL). Started by a check's schedule or by "run now"; work that exceeds one time slice continues in
 * the next. Concurrent slices, and one after a crash, skip what others accepted.
 */
import { and, eq, sql } from "drizzle-orm";
import type { WorkResult } from "../../platform/work/index.ts";
import { mailBacklog, mailCursors } from "../tables/mails.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { backOffMs } from "../../kernel/back-off.ts";
import { isoTime } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { MailCheckName, MailState } from "../api/mail.ts";
import { notGivenUp } from "./failing-mail.ts";
import { cursorOf, listNew, type MailCursor, type MailSearch } from "./list-mail.ts";
import type { PollDeps } from "./mail-ports.ts";
import { nextReturnsLook } from "./returned-mail.ts";
import { takeListed, type Taken } from "./take-mail.ts";

const SENT_QUERY = "in:sent";
const RETRY = { firstMs: 30_000, longestMs: 15 * 60_000 } as const;

/**
 * Starts one check of the watched mailboxes and works on it until a deadline; `pollDue` does the rest. Errors
 * of a mailbox or e-mail are thrown after all others were read.
 */
export async function checkMail(
  deps: PollDeps,
  check: MailCheckName,
  untilMs: number,
): Promise<{ readonly summary: string }> {
  const { watched } = deps.connection.settings;
  for (const mailbox of watched)
    for (const search of [check, "sent"] as const) await markDue(deps, mailbox, search);
  const polled = await poll(deps, untilMs);
  const [first] = polled.failures;
  if (first instanceof IntegrationError) throw first;
  if (first !== undefined) throw new Error("a mailbox could not be read", { cause: first });
  return { summary: inWords(watched.length, polled, await countWaiting(deps)) };
}

/** Continues all due work. Errors are recorded with the mailbox and retried. */
export async function pollDue(deps: PollDeps, untilMs: number): Promise<WorkResult> {
  return (await poll(deps, untilMs)).isDone ? "done" : "more";
}

/** Clears due work once no mailbox is connected; the next check starts over. */
export async function forgetMailPolls(db: TenantDb): Promise<WorkResult> {
  await db.update(mailCursors, { dueAt: null }, sql`true`);
  return "done";
}

/** Marks a search as due. A changed connection or query starts over. */
async function markDue(
  deps: PollDeps,
  mailbox: string,
  search: Exclude<MailSearch, "returned">,
): Promise<void> {
  const { db, clock, connection } = deps;
  const query = search === "sent" ? SENT_QUERY : connection.settings.checks[search].query;
  const now = isoTime(clock.now());
  const fresh = { connectionId: connection.id, query, historyId: null, listing: null };
  await db.batch([
    db.insert(mailCursors, { mailbox, search, ...fresh, updatedAt: now, dueAt: now }).onConflictDoNothing(),
    db.update(
      mailCursors,
      { ...fresh, updatedAt: now },
      sql`${cursorOf({ mailbox, search })} and (${mailCursors.connectionId} <> ${connection.id} or ${mailCursors.query} <> ${query})`,
    ),
    db.update(mailCursors, { dueAt: now }, cursorOf({ mailbox, search })),
    // Every check retries unreadable e-mails.
    db.update(
      mailBacklog,
      { dueAt: now },
      sql`${mailBacklog.mailbox} = ${mailbox} and ${mailBacklog.dueAt} > ${now} and ${notGivenUp}`,
    ),
  ]);
}

async function poll(deps: PollDeps, untilMs: number): Promise<Taken> {
  const { db, clock } = deps;
  const due = await db.rows(mailCursors, sql`${mailCursors.dueAt} <= ${isoTime(clock.now())}`);
  const counts = { taken: 0, byHand: 0 };
  const failures: unknown[] = [];
  let isDone = true;
  for (const [mailbox, rows] of Map.groupBy(due, (row) => row.mailbox)) {
    const isWatched = deps.connection.settings.watched.includes(mailbox);
    if (!isWatched) await forget(deps, mailbox);
    const cursors = isWatched ? rows : rows.filter(({ search }) => search === "returned");
    const results = await Promise.allSettled(cursors.map((cursor) => listNew(deps, cursor, untilMs)));
    const rejected = results
      .filter((result) => result.status === "rejected")
      .map(({ reason }) => reason as unknown);
    const listed = results.every((result) => result.status === "fulfilled" && result.value);
    const taken = await takeListed(deps, mailbox, untilMs);
    counts.taken += taken.taken;
    counts.byHand += taken.byHand;
    failures.push(...rejected, ...taken.failures);
    isDone &&= (listed || rejected.length > 0) && (taken.isDone || taken.failures.length > 0);
    for (const [index, cursor] of cursors.entries()) {
      const result = results[index];
      await settle(
        deps,
        cursor,
        result?.status === "rejected" ? result.reason : (taken.failures[0] ?? null),
        listed && taken.isDone,
      );
    }
  }
  return { ...counts, failures, isDone };
}

/**
 * When the cursor is due again: immediately if time ran out, later after an error, never if everything was
 * accepted.
 */
async function settle(deps: PollDeps, cursor: MailCursor, problem: unknown, isDone: boolean): Promise<void> {
  const { db, clock } = deps;
  const nowMs = clock.now();
  if (problem === null) {
    const [left] = await db.pick(
      { dueAt: sql<string | null>`min(${mailBacklog.dueAt})`.as("due_at") },
      mailBacklog,
      sql`${mailBacklog.mailbox} = ${cursor.mailbox} and ${notGivenUp}`,
    );
    const times = [left?.["dueAt"] as string | undefined, nextReturnsLook(cursor.lookUntil, nowMs)];
    const dueAt = isDone ? (times.flatMap((time) => time ?? []).toSorted()[0] ?? null) : isoTime(nowMs);
    await db.update(mailCursors, { dueAt }, cursorOf(cursor));
    return;
  }
  const failures = cursor.failures + 1;
  const asked = problem instanceof IntegrationError ? (problem.retryAfterMs ?? 0) : 0;
  const dueAt = isoTime(nowMs + Math.max(asked, backOffMs(failures, RETRY)));
  const said = problem instanceof IntegrationError ? problem.message : "Something went wrong on our side.";
  await db.update(mailCursors, { failures, problem: said, dueAt }, cursorOf(cursor));
}

/** Removes a mailbox that is not, or no longer, watched. */
async function forget({ db }: PollDeps, mailbox: string): Promise<void> {
  await db.batch([
    db.remove(mailBacklog, sql`${mailBacklog.mailbox} = ${mailbox} and ${mailBacklog.search} <> 'returned'`),
    db.remove(mailCursors, sql`${mailCursors.mailbox} = ${mailbox} and ${mailCursors.search} <> 'returned'`),
  ]);
}

/** Progress of each watched mailbox, with counts of e-mails listed but not accepted yet. */
export async function mailBacklogs(
  db: TenantDb,
  watched: readonly string[],
): Promise<MailState["mailboxes"]> {
  const [cursors, counts] = await Promise.all([
    db.rows(mailCursors),
    db
      .pick(
        {
          mailbox: mailBacklog.mailbox,
          waiting: sql<number>`sum(case when ${mailBacklog.attempts} = 0 then 1 else 0 end)`.as("waiting"),
          failing: sql<number>`sum(case when ${mailBacklog.attempts} > 0 then 1 else 0 end)`.as("failing"),
          nextTryAt: sql<string>`min(${mailBacklog.dueAt})`.as("next_try_at"),
        },
        mailBacklog,
        notGivenUp,
      )
      .groupBy(mailBacklog.mailbox),
  ]);
  return watched.map((address) => {
    const mine = cursors.filter(({ mailbox }) => mailbox === address);
    const left = counts.find((row) => row["mailbox"] === address);
    const listed = mine.flatMap(({ search, listedAt }) =>
      search === "sent" || search === "returned" || listedAt === null ? [] : [listedAt],
    );
    return {
      address,
      readThrough: listed.toSorted()[0] ?? null,
      waiting: Number(left?.["waiting"] ?? 0),
      failing: Number(left?.["failing"] ?? 0),
      nextTryAt: left === undefined ? null : String(left["nextTryAt"]),
      isListing: mine.some(({ listing }) => listing !== null),
      problem: mine.find(({ problem }) => problem !== null)?.problem ?? null,
    };
  });
}

async function countWaiting({ db }: PollDeps): Promise<number> {
  const [row] = await db.pick(
    { count: sql<number>`count(*)`.as("n") },
    mailBacklog,
    and(eq(mailBacklog.attempts, 0), sql`${mailBacklog.search} not in ('sent', 'returned')`),
  );
  return Number(row?.["count"] ?? 0);
}

function inWords(mailboxes: number, { taken, byHand }: Taken, waiting: number): string {
  if (mailboxes === 0) return "No mailbox is watched.";
  const parts = [taken === 0 ? "Nothing new" : taken === 1 ? "1 new e-mail" : `${taken} new e-mails`];
  if (waiting > 0) parts.push(`${waiting} more on the way`);
  if (byHand > 0) parts.push(`${byHand} answered by hand`);
  return `${parts.join(", ")}.`;
}

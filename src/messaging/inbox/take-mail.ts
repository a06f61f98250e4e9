/**
 * Moves e-mails from a mailbox's backlog into our records, oldest first. Unreadable e-mails sort behind those
 * with fewer attempts, so that none blocks the rest; a person is notified after several failures, and retries
 * continue as long as the e-mail is listed.
 */
import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { MailMessage } from "../../platform/email/message.ts";
import { mailBacklog } from "../tables/mails.ts";
import { backOffMs } from "../../kernel/back-off.ts";
import { isoTime } from "../../kernel/clock.ts";
import { acceptMail } from "./accept-mail.ts";
import type { PollDeps } from "./mail-ports.ts";

type Listed = typeof mailBacklog.$inferSelect;

/** E-mails read in parallel: limited by an isolate's concurrent outgoing requests. */
const BATCH_SIZE = 4;
/** Failed attempts before a person is notified; transient errors have passed by then. */
const TOLD_AFTER = 3;
/** Consecutive failures after which the mailbox itself is considered unavailable. */
const MAX_FAILURES = 5;
const RETRY = { firstMs: 60_000, longestMs: 60 * 60_000 } as const;

/** Result of processing a mailbox's backlog. */
export interface Taken {
  /** New incoming e-mails, and e-mails sent manually by colleagues. */
  readonly taken: number;
  readonly byHand: number;
  readonly failures: readonly unknown[];
  /** Whether nothing is left to try now. */
  readonly isDone: boolean;
}

/**
 * Processes a mailbox's backlog until it is empty, the mailbox fails, or the deadline passes. Throws if the
 * database is unavailable.
 */
export async function takeListed(deps: PollDeps, mailbox: string, untilMs: number): Promise<Taken> {
  const failures: unknown[] = [];
  const counts = { taken: 0, byHand: 0 };
  const marked: string[] = [];
  let inARow = 0;
  let isDone = false;
  while (inARow < MAX_FAILURES && deps.clock.now() < untilMs) {
    const listed = await dueMails(deps, mailbox);
    isDone = listed.length === 0;
    if (isDone) break;
    const results = await Promise.allSettled(listed.map(({ id }) => deps.mailboxes.read(mailbox, id)));
    const threads = new Set<string>();
    for (const [index, result] of results.entries()) {
      const one = listed[index];
      if (one === undefined) continue;
      if (result.status === "rejected") {
        failures.push(result.reason);
        inARow += 1;
        await noteFailure(deps, one, result.reason);
        continue;
      }
      inARow = 0;
      const row = await take(deps, one, result.value);
      if (row === null) continue;
      threads.add(row.threadId);
      if (row.direction === "outgoing") counts.byHand += 1;
      else {
        counts.taken += 1;
        if (one.search !== "sent" && one.search !== "returned") marked.push(one.id);
      }
    }
    await deps.handOut([...threads]);
  }
  if (marked.length > 0) await deps.mark(mailbox, marked);
  return { ...counts, failures, isDone };
}

async function dueMails({ db, clock }: PollDeps, mailbox: string): Promise<Listed[]> {
  return db
    .rows(
      mailBacklog,
      and(eq(mailBacklog.mailbox, mailbox), sql`${mailBacklog.dueAt} <= ${isoTime(clock.now())}`),
    )
    .orderBy(asc(mailBacklog.attempts), asc(mailBacklog.listedAt), desc(mailBacklog.place))
    .limit(BATCH_SIZE);
}

/** Stores an e-mail, or drops one that is no longer in the mailbox. Returns the row to dispatch. */
async function take(deps: PollDeps, listed: Listed, mail: MailMessage | null) {
  const { search } = listed;
  const found = {
    connectionId: deps.connection.id,
    check: search === "sent" || search === "returned" ? null : search,
    onlyReturned: search === "returned",
  };
  const row = mail === null ? null : await acceptMail(deps, mail, found);
  if (mail === null) await deps.db.remove(mailBacklog, isListed(listed));
  if (listed.attempts > 0) await deps.settleUnreadable(listed);
  return row;
}

async function noteFailure(deps: PollDeps, listed: Listed, error: unknown): Promise<void> {
  const { db, clock, logger } = deps;
  logger.warn("mail.accept_failed", { tenantId: db.tenantId, error });
  const attempts = listed.attempts + 1;
  const dueAt = isoTime(clock.now() + backOffMs(attempts, RETRY));
  await db.update(mailBacklog, { attempts, dueAt }, isListed(listed));
  if (attempts >= TOLD_AFTER) await deps.tellUnreadable(listed);
}

function isListed({ mailbox, id }: Pick<Listed, "mailbox" | "id">) {
  return and(eq(mailBacklog.mailbox, mailbox), eq(mailBacklog.id, id)) ?? sql`false`;
}

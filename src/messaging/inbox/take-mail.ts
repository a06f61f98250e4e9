/**
 * From the backlog of a mailbox into our own records, the oldest first. An e-mail that cannot be read stands behind all that were tried less, so that
 * none keeps the rest waiting; a person is notified once it has failed several times, and it is tried again for as long as it is listed.
 */
import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { MailMessage } from "../../integrations/connections/index.ts";
import { mailBacklog } from "../tables/mails.ts";
import { backOffMs } from "../../kernel/back-off.ts";
import { isoTime } from "../../kernel/clock.ts";
import { acceptMail } from "./accept-mail.ts";
import type { PollDeps } from "./mail-ports.ts";

type Listed = typeof mailBacklog.$inferSelect;

/** E-mails read side by side: an isolate makes so many outside calls at once. */
const BATCH_SIZE = 4;
/** Tries that failed before a person is asked to read it: what passes by itself is over by then. */
const TOLD_AFTER = 3;
/** E-mails in a row that could not be read before the mailbox itself is taken to be the trouble. */
const MAX_FAILURES = 5;
const RETRY = { firstMs: 60_000, longestMs: 60 * 60_000 } as const;

/** What became of a mailbox's backlog. */
export interface Taken {
  /** New e-mails that came in, and what colleagues sent by hand. */
  readonly taken: number;
  readonly byHand: number;
  readonly failures: readonly unknown[];
  /** Whether nothing is left that may be tried now. */
  readonly isDone: boolean;
}

/** Takes what a mailbox's backlog holds until it is empty, the mailbox fails, or a time. Throws where the tables cannot be reached. */
export async function takeListed(deps: PollDeps, mailbox: string, untilMs: number): Promise<Taken> {
  const failures: unknown[] = [];
  const counts = { taken: 0, byHand: 0 };
  const marked: string[] = [];
  let inARow = 0;
  let isDone = false;
  while (inARow < MAX_FAILURES && deps.clock.now() < untilMs) {
    const listed = await next(deps, mailbox);
    isDone = listed.length === 0;
    if (isDone) break;
    const results = await Promise.allSettled(listed.map(({ id }) => deps.read(mailbox, id)));
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
        if (one.search !== "sent") marked.push(one.id);
      }
    }
    await deps.handOut([...threads]);
  }
  if (marked.length > 0) await deps.mark(mailbox, marked);
  return { ...counts, failures, isDone };
}

async function next({ db, clock }: PollDeps, mailbox: string): Promise<Listed[]> {
  return db
    .rows(
      mailBacklog,
      and(eq(mailBacklog.mailbox, mailbox), sql`${mailBacklog.dueAt} <= ${isoTime(clock.now())}`),
    )
    .orderBy(asc(mailBacklog.attempts), asc(mailBacklog.listedAt), desc(mailBacklog.place))
    .limit(BATCH_SIZE);
}

/** Keeps an e-mail that was read, or forgets one that the mailbox has no more. Answers the row that is to be dispatched. */
async function take(deps: PollDeps, listed: Listed, mail: MailMessage | null) {
  const check = listed.search === "sent" ? null : listed.search;
  const row =
    mail === null ? null : await acceptMail(deps, mail, { connectionId: deps.connection.id, check });
  if (mail === null) await deps.db.remove(mailBacklog, isListed(listed));
  if (listed.attempts > 0) await deps.settleUnreadable(listed);
  return row;
}

async function noteFailure(deps: PollDeps, listed: Listed, error: unknown): Promise<void> {
  const { db, clock, logger } = deps;
  logger.warn("mail.not_taken", { tenantId: db.tenantId, error });
  const attempts = listed.attempts + 1;
  const dueAt = isoTime(clock.now() + backOffMs(attempts, RETRY));
  await db.update(mailBacklog, { attempts, dueAt }, isListed(listed));
  if (attempts >= TOLD_AFTER) await deps.tellUnreadable(listed);
}

function isListed({ mailbox, id }: Pick<Listed, "mailbox" | "id">) {
  return and(eq(mailBacklog.mailbox, mailbox), eq(mailBacklog.id, id)) ?? sql`false`;
}

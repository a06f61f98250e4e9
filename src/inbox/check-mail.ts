/**
 * One look at a tenant's watched mailboxes: what is unread and new is accepted, then handed on. What was accepted once is never taken again,
 * whatever the mailbox says about it. Two looks at once, and one after a crash, find what the other has taken.
 */
import { IntegrationError } from "../kernel/errors.ts";
import type { MailMessage } from "../connections/index.ts";
import { msOf } from "../kernel/clock.ts";
import type { MailCheckName } from "../protocol/mail.ts";
import { acceptMail, unknownIds } from "./accept-mail.ts";
import { handOnMail } from "./hand-on-mail.ts";
import { forgetFailure, leastFailedFirst, noteFailure } from "./mail-failures.ts";
import type { MailCheckDeps } from "./mail-ports.ts";

/** E-mails older than this are not news any more, however long nothing was looked at. */
const LOOK_BACK_MS = 14 * 24 * 3_600_000;
const LISTED = 400;
/** E-mails taken at one look of a mailbox; the rest is the next look's. */
const TAKEN = 25;
/** Sent e-mails looked at, to see who answered by hand. */
const SENT_LOOK_BACK_MS = 3 * 24 * 3_600_000;
const SENT_LISTED = 100;
/** E-mails in a row that could not be taken before a look is given up: the mailbox itself may be the trouble. The next look begins with others. */
const MOST_FAILURES = 5;

/** Looks once. Throws where a mailbox or one of its e-mails could not be looked at, after all others were: what they held is taken. */
export async function checkMail(
  deps: MailCheckDeps,
  check: MailCheckName,
): Promise<{ readonly summary: string }> {
  const { settings } = deps.connection;
  const counts = { taken: 0, left: 0, byHand: 0 };
  const failures: unknown[] = [];
  for (const mailbox of settings.watched) {
    try {
      failures.push(...(await checkMailbox(deps, mailbox, check, counts)));
    } catch (error) {
      deps.logger.warn("mail.check_failed", { tenantId: deps.db.tenantId, hook: check, error });
      failures.push(error);
    }
  }
  const [first] = failures;
  if (first instanceof IntegrationError) throw first;
  if (first !== undefined) throw new Error("a mailbox could not be looked at", { cause: first });
  return { summary: inWords(settings.watched.length, counts) };
}

interface Counts {
  taken: number;
  left: number;
  byHand: number;
}

/** Looks into one mailbox. Answers what went wrong with single e-mails; throws where the mailbox could not be searched. */
async function checkMailbox(
  deps: MailCheckDeps,
  mailbox: string,
  check: MailCheckName,
  counts: Counts,
): Promise<unknown[]> {
  const failures = await noteSent(deps, mailbox, counts);
  const { query } = deps.connection.settings.checks[check];
  const ids = await newIds(deps, mailbox, `${query} ${since(deps, LOOK_BACK_MS)}`, LISTED);
  const taken = ids.slice(0, TAKEN);
  counts.left += ids.length - taken.length;
  const marked: string[] = [];
  const unread = await takeEach(deps, mailbox, taken, async (mail) => {
    const row = await acceptMail(deps, mail, { connectionId: deps.connection.id, check });
    if (row === null) return;
    counts.taken += 1;
    try {
      await handOnMail(deps, row);
      marked.push(mail.id);
    } catch (error) {
      // It is on disk: the clock hands it on, and tells a person where that fails too.
      deps.logger.error("mail.not_handed_on", { tenantId: deps.db.tenantId, error });
    }
  });
  if (marked.length > 0) await deps.mark(mailbox, marked);
  return [...failures, ...unread];
}

/**
 * Reads e-mails one after another. One that cannot be taken stops no other, now or at the next look: many in a row end this one, and stand behind all
 * others at the next. Answers what went wrong.
 */
async function takeEach(
  deps: MailCheckDeps,
  mailbox: string,
  ids: readonly string[],
  take: (mail: MailMessage) => Promise<void>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  let inARow = 0;
  for (const id of ids) {
    try {
      const mail = await deps.read(mailbox, id);
      if (mail !== null) await take(mail);
      inARow = 0;
      await forgetFailure(deps, mailbox, id);
    } catch (error) {
      deps.logger.warn("mail.not_taken", { tenantId: deps.db.tenantId, error });
      failures.push(error);
      await noteFailure(deps, mailbox, id);
      inARow += 1;
      if (inARow >= MOST_FAILURES) break;
    }
  }
  return failures;
}

/** What went out of the mailbox since: a colleague's own answer makes the drafts of its thread stale. Answers what went wrong. */
async function noteSent(deps: MailCheckDeps, mailbox: string, counts: Counts): Promise<unknown[]> {
  const ids = await newIds(deps, mailbox, `in:sent ${since(deps, SENT_LOOK_BACK_MS)}`, SENT_LISTED);
  return takeEach(deps, mailbox, ids.slice(0, TAKEN), async (mail) => {
    const row = await acceptMail(deps, mail, { connectionId: deps.connection.id, check: null });
    if (row === null || row.direction !== "outgoing") return;
    counts.byHand += 1;
    await handOnMail(deps, row);
  });
}

/** Ids not accepted yet: those that failed least first, of these the oldest. */
async function newIds(deps: MailCheckDeps, mailbox: string, query: string, limit: number): Promise<string[]> {
  const listed = await deps.listIds(mailbox, query, limit);
  const ids = await unknownIds(deps.db, mailbox, listed.map(({ id }) => id).toReversed());
  return leastFailedFirst(deps.db, mailbox, ids);
}

/** Gmail takes `after:` in seconds since 1970 too (developers.google.com/gmail/api/guides/filtering, read 2026-11-21). */
function since({ clock, connection }: MailCheckDeps, lookBackMs: number): string {
  const fromMs = Math.max(msOf(connection.watchedSince), clock.now() - lookBackMs);
  return `after:${Math.floor(fromMs / 1000)}`;
}

function inWords(mailboxes: number, { taken, left, byHand }: Counts): string {
  if (mailboxes === 0) return "No mailbox is watched.";
  const parts = [taken === 0 ? "Nothing new" : taken === 1 ? "1 new e-mail" : `${taken} new e-mails`];
  if (left > 0) parts.push(`${left} left for the next look`);
  if (byHand > 0) parts.push(`${byHand} answered by hand`);
  return `${parts.join(", ")}.`;
}

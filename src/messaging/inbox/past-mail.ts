/**
 * Backfills a mailbox's e-mails with one address: stored like any other e-mail, but they start no run.
 * E-mails a check will find are left to it.
 */
import { DAY_MS, msOf } from "../../kernel/clock.ts";
import { acceptMail, unknownIds } from "./accept-mail.ts";
import type { PollDeps } from "./mail-ports.ts";

/** How far back to read, and the maximum e-mails per address and mailbox. */
const LOOK_BACK_MS = 730 * DAY_MS;
const MOST = 300;
/** E-mails read in parallel: limited by an isolate's concurrent outgoing requests. */
const AT_ONCE = 4;
/** Addresses that Gmail's search syntax accepts; others are skipped. */
const PLAIN = /^[a-z0-9._%+'-]+@[a-z0-9.-]+$/;

/** Resume point: mailbox, page, and number of e-mails read. */
interface Place {
  readonly mailbox: number;
  readonly page: string | null;
  readonly seen: number;
}

/** Reads one page. Returns where the next one starts, null at the end. Throws IntegrationError. */
export async function readPastMail(deps: PollDeps, address: string, after: string): Promise<string | null> {
  const { connection } = deps;
  const place: Place = after === "" ? { mailbox: 0, page: null, seen: 0 } : (JSON.parse(after) as Place);
  const mailbox = connection.settings.watched[place.mailbox];
  if (mailbox === undefined || !PLAIN.test(address)) return null;
  const page = await deps.mailboxes.list(mailbox, queryOf(deps, address), place.page);
  const ids = await unknownIds(deps.db, mailbox, page.ids);
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => keep(deps, mailbox, id)));
  const seen = place.seen + page.ids.length;
  const next: Place =
    page.next === null || seen >= MOST
      ? { mailbox: place.mailbox + 1, page: null, seen: 0 }
      : { ...place, page: page.next, seen };
  return next.mailbox < connection.settings.watched.length ? JSON.stringify(next) : null;
}

async function keep(deps: PollDeps, mailbox: string, id: string): Promise<void> {
  const mail = await deps.mailboxes.read(mailbox, id);
  if (mail !== null)
    await acceptMail(deps, mail, { connectionId: deps.connection.id, check: null, isPast: true });
}

/** Unread e-mails since monitoring began belong to the checks. */
function queryOf({ clock, connection }: PollDeps, address: string): string {
  const seconds = (ms: number): number => Math.floor(ms / 1000);
  const from = seconds(clock.now() - LOOK_BACK_MS);
  const watched = seconds(msOf(connection.watchedSince));
  return `{from:${address} to:${address} cc:${address}} after:${from} {before:${watched} -is:unread} -in:drafts`;
}

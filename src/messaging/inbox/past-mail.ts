/**
 * What a mailbox has of before with one address: kept on record like any other e-mail, and it starts nothing. What is still to be found by a check is
 * left to it.
 */
import { msOf } from "../../kernel/clock.ts";
import { acceptMail, unknownIds } from "./accept-mail.ts";
import type { PollDeps } from "./mail-ports.ts";

const DAY_MS = 24 * 3_600_000;
/** How far back it is read, and how many e-mails of one address in one mailbox. */
const LOOK_BACK_MS = 730 * DAY_MS;
const MOST = 300;
/** E-mails read side by side: an isolate makes so many outside calls at once. */
const AT_ONCE = 4;
/** As Gmail's search takes an address; no other is asked for. */
const PLAIN = /^[a-z0-9._%+'-]+@[a-z0-9.-]+$/;

/** Where to go on: the mailbox, the page in it, and how many e-mails of it were looked at. */
interface Place {
  readonly mailbox: number;
  readonly page: string | null;
  readonly seen: number;
}

/** Reads one page; answers where the next begins, null at the end. Throws IntegrationError. */
export async function readPastMail(deps: PollDeps, address: string, after: string): Promise<string | null> {
  const { connection } = deps;
  const place: Place = after === "" ? { mailbox: 0, page: null, seen: 0 } : (JSON.parse(after) as Place);
  const mailbox = connection.settings.watched[place.mailbox];
  if (mailbox === undefined || !PLAIN.test(address)) return null;
  const page = await deps.list(mailbox, queryOf(deps, address), place.page);
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
  const mail = await deps.read(mailbox, id);
  if (mail !== null)
    await acceptMail(deps, mail, { connectionId: deps.connection.id, check: null, isPast: true });
}

/** Unread ones that came since the mailbox is watched are the checks'. */
function queryOf({ clock, connection }: PollDeps, address: string): string {
  const seconds = (ms: number): number => Math.floor(ms / 1000);
  const from = seconds(clock.now() - LOOK_BACK_MS);
  const watched = seconds(msOf(connection.watchedSince));
  return `{from:${address} to:${address} cc:${address}} after:${from} {before:${watched} -is:unread} -in:drafts`;
}

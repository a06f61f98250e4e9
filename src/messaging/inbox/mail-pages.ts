/** What the pages do with e-mail: settings and how the checks stand, whether Gmail answers, the e-mails kept, and their attachments. */
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Actor } from "../../platform/audit/index.ts";
import { findGoogleInfo, type GoogleConnectionInfo } from "../../integrations/google/connection.ts";
import { mails } from "../tables/mails.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { Logger } from "../../kernel/log.ts";
import type { MailSettings, MailState, MailSummary, MailView } from "../api/mail.ts";
import { getSchedule, systemScheduleId } from "../../agent/schedules/index.ts";
import { conversationOfMail, shownWords, threadOfMail } from "./dispatch-mail.ts";
import { ensureMailJobs, MAIL_CHECKS, mailJobName } from "./mail-jobs.ts";
import type { MailRow } from "./mail-ports.ts";
import { updateMailSettings } from "./mail-settings.ts";
import { mailBacklogs } from "./poll-mail.ts";

const LISTED = 50;

/** A file of an e-mail. */
export interface MailFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The connected mail system, as pages ask it. */
export interface MailProbe {
  /** The address of the service account that acts; null where somebody signed in. */
  readonly serviceAccount: string | null;
  /** What isn't allowed of what the page is about. */
  readonly lacks: readonly string[];
  readonly settings: GoogleConnectionInfo["settings"];
  /** Asks for one e-mail of a mailbox. Throws IntegrationError. */
  readonly tryMailbox: (address: string) => Promise<unknown>;
  /** Asks for a moment of a calendar, as the person Steward acts for in the background. Throws IntegrationError. */
  readonly tryCalendar: (acting: string, owner: string) => Promise<unknown>;
  /** A file of an e-mail from its mailbox; null where there is none any more. Throws IntegrationError. */
  readonly attachment: (mail: { mailbox: string; id: string }, index: number) => Promise<MailFile | null>;
}

/** What the pages of one tenant are given. */
export interface MailPagesDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The account, or that of a connection; null where there is none. Throws `not_configured`. */
  readonly probe: (connectionId?: string) => Promise<MailProbe | null>;
  /** Our own store of attachments, by name. */
  readonly kept: {
    get(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
    put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  };
}

/** E-mail of one tenant, for its pages. */
export interface MailPages {
  state(timeZone: string): Promise<MailState>;
  /** Throws `not_configured`, `invalid_arguments`, `changed`. */
  update(
    change: { readonly settings: MailSettings; readonly version: number; readonly by: Actor },
    timeZone: string,
  ): Promise<MailState>;
  test(): Promise<{ mailboxes: { address: string; ok: boolean; problem: string | null }[] }>;
  /** The newest e-mails kept, copies left out. */
  list(limit?: number): Promise<MailView[]>;
  /** What a model says of the e-mails of a conversation, the newest. */
  summaries(conversationId: string): Promise<MailSummary[]>;
  /** An attachment: from our own store, brought there from the mailbox the first time. Throws `not_found`, `upstream_failed`. */
  attachment(which: { readonly id: string; readonly index: number }): Promise<MailFile>;
}

/** Makes them. Cheap. */
export function mailPages(deps: MailPagesDeps): MailPages {
  const { db, clock } = deps;
  return {
    state: (timeZone) => stateOf(deps, timeZone),
    async update(change, timeZone) {
      await updateMailSettings(db, { ...change, nowMs: clock.now() });
      await ensureMailJobs(db);
      return stateOf(deps, timeZone);
    },
    test: () => testMailboxes(deps),
    async list(limit = LISTED) {
      const isOwn = sql`coalesce(${mails.reason}, '') <> 'copy'`;
      return (await db.rows(mails, isOwn).orderBy(desc(mails.at)).limit(limit)).map(viewOf);
    },
    summaries: (conversationId) => summariesOf(db, conversationId),
    attachment: (which) => attachmentOf(deps, which),
  };
}

async function testMailboxes({ probe }: MailPagesDeps): ReturnType<MailPages["test"]> {
  const account = await probe();
  if (account === null) throw new AppError("not_configured", "No e-mail is connected yet.");
  const { mailboxes: owners, mail } = account.settings;
  const { watched, calendars, actAs } = mail;
  const has = (address: string): boolean => owners.some((one) => one.address === address);
  const test = async (address: string) => {
    const isRead = watched.includes(address) || address === actAs.background;
    const isCalendar = calendars.includes(address) && has(address) && has(actAs.background);
    const said = isRead ? await account.tryMailbox(address).then(() => null, problemOf) : null;
    const calendar = isCalendar
      ? await account.tryCalendar(actAs.background, address).then(() => null, problemOf)
      : null;
    const problems = [said, calendar === null ? null : `Calendar: ${calendar}`];
    const problem = problems.filter((one) => one !== null).join(" ");
    return { address, ok: problem === "", problem: problem === "" ? null : problem };
  };
  const asked = [...new Set([...watched, actAs.background, ...calendars])];
  return { mailboxes: await Promise.all(asked.map(test)) };
}

async function stateOf(deps: MailPagesDeps, timeZone: string): Promise<MailState> {
  const { db } = deps;
  const info = await findGoogleInfo(db);
  const checks = await Promise.all(
    MAIL_CHECKS.map(async (name) => ({
      name,
      schedule: await getSchedule({ db, timeZone }, systemScheduleId(mailJobName(name))).catch(ifMissing),
    })),
  );
  return {
    connection: info === null ? null : await connectionOf(deps, info),
    settings: info?.settings.mail ?? null,
    version: info?.settings.version ?? 0,
    mailboxes: info === null ? [] : await mailBacklogs(db, info.settings.mail.watched),
    checks,
  };
}

/** The service account's address is shown, since an admin needs it at Google; the key never is. */
async function connectionOf({ db, logger, probe }: MailPagesDeps, info: GoogleConnectionInfo) {
  const { id, label, settings } = info;
  const account = await probe(id).catch((error: unknown) => {
    logger.warn("mail.connection_not_opened", { tenantId: db.tenantId, error });
    return null;
  });
  return {
    id,
    label,
    serviceAccount: account === null ? "" : account.serviceAccount,
    lacks: [...(account?.lacks ?? [])],
    mailboxes: settings.mailboxes.map(({ address, name }) => ({ address, name })),
  };
}

function ifMissing(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}

function problemOf(error: unknown): string {
  if (error instanceof IntegrationError || error instanceof AppError) return error.message;
  throw error;
}

async function summariesOf(db: TenantDb, conversationId: string): Promise<MailSummary[]> {
  const threadId = threadOfMail(conversationId);
  if (threadId === null) return [];
  const has = and(eq(mails.threadId, threadId), isNotNull(mails.summary));
  const rows = await db.rows(mails, has).orderBy(desc(mails.at)).limit(LISTED);
  return rows.map(({ mailbox, id, summary }) => ({ mailbox, id, summary: summary ?? "" }));
}

function viewOf(row: MailRow): MailView {
  const { id, mailbox, threadId, direction, to, cc, subject, attachments, at, state, reason } = row;
  return {
    id,
    mailbox,
    threadId,
    conversationId: conversationOfMail(row),
    direction,
    from: { name: row.fromName, address: row.fromAddress },
    to,
    cc,
    subject,
    ...shownWords(row),
    attachments,
    at,
    state,
    reason,
  };
}

async function attachmentOf(
  { db, kept, probe }: MailPagesDeps,
  { id, index }: { readonly id: string; readonly index: number },
): Promise<MailFile> {
  const mail = await db.find(mails, eq(mails.id, id));
  const listed = mail?.attachments.find((one) => one.index === index);
  if (mail === null || listed === undefined)
    throw new AppError("not_found", "That attachment doesn't exist.");
  const name = await derivedId("attachment", mail.mailbox, id, String(index));
  const known = await kept.get(name);
  if (known !== null) return { name: listed.name, bytes: known };
  const account = await probe(mail.connectionId);
  if (account === null) throw new AppError("not_found", "This mailbox isn’t connected anymore.");
  const file = await account.attachment(mail, index).catch((cause: unknown) => {
    if (!(cause instanceof IntegrationError)) throw cause;
    throw new AppError("upstream_failed", "Gmail couldn’t be reached for the attachment.", { cause });
  });
  if (file === null) throw new AppError("not_found", "This e-mail is no longer in the mailbox.");
  await kept.put(name, file.bytes);
  return { name: listed.name, bytes: file.bytes };
}

/** The e-mail pages: settings, check status, connection test, stored e-mails and attachments. */
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Actor } from "../../platform/audit/index.ts";
import { findMailConnection, type MailConnection } from "../../integrations/connections/index.ts";
import { mails } from "../tables/mails.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import { AppError, IntegrationError, nullIfNotFound } from "../../kernel/errors.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { Logger } from "../../kernel/log.ts";
import type { MailSettings, MailState, MailSummary, MailView } from "../api/mail.ts";
import { mailReasonSchema, memberMailSchema } from "../api/reasons.ts";
import { getSchedule, systemScheduleId } from "../../agent/schedules/index.ts";
import { conversationOfMail, shownWords, threadOfMail } from "./dispatch-mail.ts";
import { ensureMailJobs, MAIL_CHECKS, mailJobName } from "./mail-jobs.ts";
import type { MailRow } from "./mail-ports.ts";
import { updateMailSettings } from "./mail-settings.ts";
import { mailBacklogs } from "./poll-mail.ts";

const LISTED = 50;

export interface MailFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The connected mail system, for diagnostics on the pages. */
export interface MailProbe {
  /** Address of the acting service account; null if a person signed in. */
  readonly serviceAccount: string | null;
  /** Missing permissions. */
  readonly lacks: readonly string[];
  readonly settings: MailConnection["settings"];
  /** Requests one e-mail of a mailbox. Throws IntegrationError. */
  readonly tryMailbox: (address: string) => Promise<unknown>;
  /** Requests a moment of a calendar, as the background account. Throws IntegrationError. */
  readonly tryCalendar: (acting: string, owner: string) => Promise<unknown>;
  /** Fetches an attachment from the mailbox; null if it no longer exists. Throws IntegrationError. */
  readonly attachment: (mail: { mailbox: string; id: string }, index: number) => Promise<MailFile | null>;
}

interface MailPagesDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Opens the account of a connection, or the default one; null if there is none. Throws `not_configured`.
   */
  readonly probe: (connectionId?: string) => Promise<MailProbe | null>;
  /** Our own attachment store, by name. */
  readonly kept: {
    get(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
    put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  };
}

export interface MailPages {
  state(timeZone: string): Promise<MailState>;
  /** Throws `not_configured`, `invalid_arguments`, `changed`. */
  update(
    change: { readonly settings: MailSettings; readonly version: number; readonly by: Actor },
    timeZone: string,
  ): Promise<MailState>;
  test(): Promise<{ mailboxes: { address: string; ok: boolean; problem: string | null }[] }>;
  /** Newest first, without copies. */
  list(limit?: number): Promise<MailView[]>;
  /** Summaries of a conversation's newest e-mails. */
  summaries(conversationId: string): Promise<MailSummary[]>;
  /**
   * An attachment: from our store, or from the mailbox on first use. Throws `not_found`, `upstream_failed`.
   */
  attachment(which: { readonly id: string; readonly index: number }): Promise<MailFile>;
}

/** Does no I/O. */
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
  const info = await findMailConnection(db);
  const checks = await Promise.all(
    MAIL_CHECKS.map(async (name) => ({
      name,
      schedule: await getSchedule({ db, timeZone }, systemScheduleId(mailJobName(name))).catch(
        nullIfNotFound,
      ),
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

/** Show the service account's address, which an admin needs at Google; never the key. */
async function connectionOf({ db, logger, probe }: MailPagesDeps, info: MailConnection) {
  const { id, label, settings } = info;
  const account = await probe(id).catch((error: unknown) => {
    logger.warn("mail.connection_not_opened", { tenantId: db.tenantId, error });
    return null;
  });
  return {
    id,
    label,
    service: info.vendor === "google" ? ("Gmail" as const) : ("Outlook" as const),
    serviceAccount: account === null ? "" : account.serviceAccount,
    lacks: [...(account?.lacks ?? [])],
    mailboxes: settings.mailboxes.map(({ address, name }) => ({ address, name })),
  };
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
    reason: mailReasonSchema.safeParse(reason).data ?? null,
    takenAs: memberMailSchema.safeParse(reason).data ?? null,
  };
}

async function attachmentOf(
  { db, kept, probe }: MailPagesDeps,
  { id, index }: { readonly id: string; readonly index: number },
): Promise<MailFile> {
  const mail = await db.find(mails, eq(mails.id, id));
  const listed = mail?.attachments.find((one) => one.index === index);
  if (mail === null || listed === undefined)
    throw new AppError("not_found", "That attachment doesn’t exist.");
  const name = await derivedId("attachment", mail.mailbox, id, String(index));
  const known = await kept.get(name);
  if (known !== null) return { name: listed.name, bytes: known };
  const account = await probe(mail.connectionId);
  if (account === null) throw new AppError("not_found", "This mailbox isn’t connected anymore.");
  const file = await account.attachment(mail, index).catch((cause: unknown) => {
    if (!(cause instanceof IntegrationError)) throw cause;
    throw new AppError("upstream_failed", "The mailbox couldn’t be reached for the attachment.", { cause });
  });
  if (file === null) throw new AppError("not_found", "This e-mail is no longer in the mailbox.");
  await kept.put(name, file.bytes);
  return { name: listed.name, bytes: file.bytes };
}

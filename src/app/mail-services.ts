/** What the pages do with e-mail: settings and how the checks stand, whether Gmail answers, the e-mails kept, and their attachments. */
import { desc, eq } from "drizzle-orm";
import type { Actor } from "../audit/index.ts";
import { findGoogleInfo, type GoogleConnectionInfo } from "../connections/index.ts";
import { dbFor, mails } from "../db/index.ts";
import { mailThreadKey, updateMailSettings, type MailRow } from "../inbox/index.ts";
import { listEvents } from "../integrations/google/calendar.ts";
import { listIds, readRaw } from "../integrations/google/read.ts";
import { systemClock } from "../kernel/clock.ts";
import { AppError, IntegrationError } from "../kernel/errors.ts";
import { derivedId } from "../kernel/ids.ts";
import { tenantFilePrefix } from "../kernel/tenant-names.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import type { MailSettings, MailState, MailView } from "../protocol/mail.ts";
import { getSchedule, systemScheduleId } from "../schedules/index.ts";
import { readAttachment } from "../channels/email/inbound.ts";
import { findAccount } from "./accounts.ts";
import { ensureMailJobs, mailJobName, MAIL_CHECKS } from "./mail.ts";

const LISTED = 50;
/** What a test of the connection asks a calendar for. */
const A_MOMENT = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-01T00:01:00.000Z" };

/** A file of an e-mail. */
export interface MailFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** E-mail of one tenant, for its pages. */
export interface MailServices {
  state(timeZone: string): Promise<MailState>;
  /** Throws `not_configured`, `invalid_arguments`, `changed`. */
  update(
    change: { readonly settings: MailSettings; readonly version: number; readonly by: Actor },
    timeZone: string,
  ): Promise<MailState>;
  test(): Promise<{ mailboxes: { address: string; ok: boolean; problem: string | null }[] }>;
  /** The newest e-mails kept, copies left out. */
  list(limit?: number): Promise<MailView[]>;
  /** An attachment: from our own store, brought there from the mailbox the first time. Throws `not_found`, `upstream_failed`. */
  attachment(which: { readonly id: string; readonly index: number }): Promise<MailFile>;
}

/** Makes them. Cheap. */
export function mailServices(env: Env, tenantId: string): MailServices {
  const db = dbFor(env.DB, tenantId);
  return {
    state: (timeZone) => stateOf(env, tenantId, timeZone),
    async update(change, timeZone) {
      await updateMailSettings(db, { ...change, nowMs: systemClock.now() });
      await ensureMailJobs(env, tenantId);
      return stateOf(env, tenantId, timeZone);
    },
    async test() {
      const account = await findAccount(env, tenantId, "google");
      if (account === null) throw new AppError("not_configured", "No e-mail is connected yet.");
      const { watched, calendars, actAs } = account.connection.settings.mail;
      const asked = [...new Set([...watched, actAs.background, ...calendars])];
      const owners = account.connection.settings.mailboxes;
      const acting = owners.find(({ address }) => address === actAs.background);
      return {
        mailboxes: await Promise.all(
          asked.map(async (address) => {
            const owner = owners.find((one) => one.address === address);
            const isRead = watched.includes(address) || address === actAs.background;
            const mail = isRead
              ? await listIds(account, address, "in:inbox", 1).then(() => null, problemOf)
              : null;
            const calendar =
              owner === undefined || acting === undefined || !calendars.includes(address)
                ? null
                : await listEvents(account, acting, owner, A_MOMENT).then(() => null, problemOf);
            const problems = [mail, calendar === null ? null : `Calendar: ${calendar}`];
            const problem = problems.filter((one) => one !== null).join(" ");
            return { address, ok: problem === "", problem: problem === "" ? null : problem };
          }),
        ),
      };
    },
    async list(limit = LISTED) {
      const rows = await db.rows(mails).orderBy(desc(mails.at)).limit(limit);
      return rows.filter(({ reason }) => reason !== "copy").map(viewOf);
    },
    attachment: (which) => attachmentOf(env, tenantId, which),
  };
}

async function stateOf(env: Env, tenantId: string, timeZone: string): Promise<MailState> {
  const db = dbFor(env.DB, tenantId);
  const info = await findGoogleInfo(db);
  const checks = await Promise.all(
    MAIL_CHECKS.map(async (name) => ({
      name,
      schedule: await getSchedule({ db, timeZone }, systemScheduleId(mailJobName(name))).catch(ifMissing),
    })),
  );
  return {
    connection: info === null ? null : await connectionOf(env, tenantId, info),
    settings: info?.settings.mail ?? null,
    version: info?.settings.version ?? 0,
    checks,
  };
}

/** The service account's address is shown, since an admin needs it at Google; the key never is. */
async function connectionOf(env: Env, tenantId: string, info: GoogleConnectionInfo) {
  const { id, label, settings } = info;
  const account = await findAccount(env, tenantId, "google", id).catch((error: unknown) => {
    systemLogger.warn("mail.connection_not_opened", { tenantId, error });
    return null;
  });
  return {
    id,
    label,
    serviceAccount: account?.clientEmail ?? "",
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

function viewOf(row: MailRow): MailView {
  const { id, mailbox, threadId, direction, to, cc, subject, text, attachments, at, state, reason } = row;
  return {
    id,
    mailbox,
    threadId,
    conversationId: mailThreadKey(threadId),
    direction,
    from: { name: row.fromName, address: row.fromAddress },
    to,
    cc,
    subject,
    text,
    attachments,
    at,
    state,
    reason,
  };
}

async function attachmentOf(
  env: Env,
  tenantId: string,
  { id, index }: { readonly id: string; readonly index: number },
): Promise<MailFile> {
  const mail = await dbFor(env.DB, tenantId).find(mails, eq(mails.id, id));
  const listed = mail?.attachments.find((one) => one.index === index);
  if (mail === null || listed === undefined) throw new AppError("not_found", "There is no such attachment.");
  const name = await derivedId("attachment", mail.mailbox, id, String(index));
  const key = `${await tenantFilePrefix(tenantId)}attachments/${name}`;
  const kept = await env.FILES.get(key);
  if (kept !== null) return { name: listed.name, bytes: new Uint8Array(await kept.arrayBuffer()) };
  const bytes = await fromMailbox(env, tenantId, mail, index);
  await env.FILES.put(key, bytes);
  return { name: listed.name, bytes };
}

async function fromMailbox(
  env: Env,
  tenantId: string,
  { connectionId, mailbox, id }: MailRow,
  index: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const account = await findAccount(env, tenantId, "google", connectionId);
  if (account === null) throw new AppError("not_found", "The mailbox is not connected any more.");
  try {
    const raw = await readRaw(account, mailbox, id);
    const file = raw === null ? null : await readAttachment(raw, index);
    if (file === null) throw new AppError("not_found", "The mailbox does not have this e-mail any more.");
    return file.bytes;
  } catch (cause) {
    if (!(cause instanceof IntegrationError)) throw cause;
    throw new AppError("upstream_failed", "Gmail could not be asked for the attachment.", { cause });
  }
}

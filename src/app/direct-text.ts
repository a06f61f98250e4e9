/**
 * Texting a contact oneself: never through the agent. What would be sent is resolved as the agent's drafts are (the recipient decides the line,
 * an opt-out stands above everything), and leaves through the same ledger, approved by the person who wrote it.
 */
import { actDirectly, countWaitingDrafts, findDirectAct, type Resolution } from "../approvals/index.ts";
import type { Contact, Texting } from "../connections/index.ts";
import { findConversation } from "../conversations/index.ts";
import { dbFor } from "../db/index.ts";
import { hasOptedOut, threadKeyOf } from "../inbox/index.ts";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { AppError, IntegrationError } from "../kernel/errors.ts";
import { isE164 } from "../kernel/e164.ts";
import { formatNumber } from "../kernel/phone.ts";
import { conversationObjectName } from "../kernel/tenant-names.ts";
import type { Env } from "../platform/env.ts";
import { getPolicy, quietUntil } from "../policy/index.ts";
import type { Approval } from "../protocol/approval.ts";
import type { DirectTextOptions } from "../protocol/texts.ts";
import { groupOf } from "../texts/index.ts";
import { findByNumber } from "../tools/contacts/find-by-number.ts";
import { chooseLine } from "../tools/messages/choose-line.ts";
import { approvalDeps } from "./approvals.ts";
import { openTexting } from "./accounts.ts";

const THREAD_TEXTS = 50;
type Blocked = NonNullable<DirectTextOptions["blocked"]>;

/** Why a text does not go out, for the person who wrote it. */
const REASONS: Readonly<Record<Blocked, string>> = {
  opted_out: "They have opted out of texts with STOP and cannot be texted.",
  own_line: "This is the company's own line.",
  no_line: "No line is set up for texting them. An admin can add one to the connection.",
  not_connected: "No phone system is connected yet. An admin can connect one.",
  unreachable:
    "The phone system does not answer right now, so it is not known whether they may be texted. Nothing was sent.",
};

interface Found {
  readonly texting: Texting | null;
  readonly contact: Contact | null;
  readonly blocked: Blocked | null;
}

/** What writing to a number oneself would do. Throws `not_found` for what is no number. */
export async function directTextOptions(
  env: Env,
  member: { readonly tenantId: string; readonly timeZone: string },
  number: string,
): Promise<DirectTextOptions> {
  requireNumber(number);
  const db = dbFor(env.DB, member.tenantId);
  const [found, { policy }, others, waitingDrafts] = await Promise.all([
    look(env, member.tenantId, number),
    getPolicy(db),
    groupOf(db, number),
    countWaitingDrafts(db, threadKeyOf(number)),
  ]);
  const { contact } = found;
  const line = found.texting === null ? null : chooseLine(found.texting.lines, contact?.internal ?? false);
  const quietMs = quietUntil(systemClock.now(), policy.contactQuietHours, member.timeZone);
  const names = await namesOf(found.texting, others);
  return {
    to: {
      number,
      shown: formatNumber(number),
      name: contact?.name ?? null,
      role: contact?.role ?? null,
      company: contact?.company ?? null,
    },
    from: line === null ? null : { label: line.label, shown: formatNumber(line.number) },
    blocked: found.blocked,
    quietUntil: quietMs === null ? null : isoTime(quietMs),
    group: others.map((other) => ({ number: other, shown: formatNumber(other), name: names(other) })),
    waitingDrafts,
  };
}

/**
 * Sends a person's own text. A repeat with the same id answers with what the first did. Throws `not_found` for what is no number and for a
 * number nobody has texted with or knows, `conflict` where it may not be texted.
 */
export async function sendDirectText(
  env: Env,
  tenantId: string,
  input: {
    readonly number: string;
    readonly text: string;
    readonly clientMessageId: string;
    readonly by: { readonly id: string; readonly name: string };
  },
): Promise<Approval> {
  const { number, by } = input;
  requireNumber(number);
  const deps = await approvalDeps(env, tenantId);
  const conversationId = threadKeyOf(number);
  const done = await findDirectAct(deps, { actId: input.clientMessageId, conversationId });
  if (done !== null) return done;
  const found = await look(env, tenantId, number);
  const text = input.text.replace(/\r\n?/g, "\n");
  if (found.blocked !== null || found.texting === null)
    throw new AppError("conflict", REASONS[found.blocked ?? "not_connected"], {
      details: { blocked: found.blocked ?? "not_connected" },
    });
  const resolution = resolve(found.texting, found.contact, number, text);
  const title = await openConversation(env, tenantId, number, found.contact);
  return actDirectly(deps, {
    actId: input.clientMessageId,
    conversationId,
    conversationTitle: title,
    tool: "text_directly",
    arguments: { to: number, text },
    resolution,
    supersedes: { threadKey: conversationId, reason: `${by.name} has texted them directly` },
    by,
  });
}

function resolve(
  phone: Texting,
  contact: Contact | null,
  number: string,
  text: string,
): Extract<Resolution, { kind: "resolved" }> {
  const name = contact?.name ?? formatNumber(number);
  const line = chooseLine(phone.lines, contact?.internal ?? false);
  if (line === null) throw new AppError("conflict", REASONS.no_line, { details: { blocked: "no_line" } });
  const { phoneNumberId, number: own, label, audience } = line;
  const title = `Text message to ${name}`;
  return {
    kind: "resolved",
    effects: [
      {
        kind: "sms.send",
        title,
        document: {
          connectionId: phone.connectionId,
          from: { phoneNumberId, number: own, label, audience },
          to: { number, name, contactId: contact?.id ?? null, company: contact?.company ?? null },
          text,
        },
      },
    ],
    title,
    target: contact === null ? formatNumber(number) : `${name}, ${formatNumber(number)}`,
    lints: [],
    preconditions: [{ kind: "not_opted_out", number }],
    threadKey: null,
    urgent: false,
    facts: { recipientInternal: contact?.internal ?? false, recipientIsSpeaker: false, repliesToText: false },
  };
}

/** Whose number it is and whether it may be texted, asked of the phone system now. */
async function look(env: Env, tenantId: string, number: string): Promise<Found> {
  try {
    const phone = await openTexting(env, tenantId);
    if (phone.lines.some((line) => line.number === number))
      return { texting: phone, contact: null, blocked: "own_line" };
    const [[contact = null], thread] = await Promise.all([
      findByNumber(phone, number),
      phone.messages(number, THREAD_TEXTS),
    ]);
    if (await hasOptedOut(dbFor(env.DB, tenantId), number, thread))
      return { texting: phone, contact, blocked: "opted_out" };
    const line = chooseLine(phone.lines, contact?.internal ?? false);
    return { texting: phone, contact, blocked: line === null ? "no_line" : null };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_configured")
      return { texting: null, contact: null, blocked: "not_connected" };
    if (error instanceof IntegrationError) return { texting: null, contact: null, blocked: "unreachable" };
    throw error;
  }
}

/** The conversation about the number, made where there is none yet, so that what was sent is told there; its title. */
async function openConversation(
  env: Env,
  tenantId: string,
  phone: string,
  contact: Contact | null,
): Promise<string> {
  const conversationId = threadKeyOf(phone);
  const known = await findConversation(dbFor(env.DB, tenantId), conversationId);
  if (known !== null) return known.title;
  const title = contact?.name ?? formatNumber(phone);
  const object = env.CONVERSATIONS.getByName(await conversationObjectName(tenantId, conversationId));
  await object.open({
    tenantId,
    conversationId,
    source: "sms",
    title,
    contact: { ...(contact === null ? {} : { id: contact.id }), name: title, phone },
  });
  return title;
}

async function namesOf(
  phone: Texting | null,
  numbers: readonly string[],
): Promise<(number: string) => string | null> {
  if (phone === null || numbers.length === 0) return () => null;
  const contacts = await phone.contacts();
  return (number) =>
    contacts.find((contact) => contact.numbers.some((one) => one.number === number))?.name ?? null;
}

function requireNumber(number: string): void {
  if (!isE164(number)) throw new AppError("not_found", "This is no phone number.");
}

/**
 * Texts that members write directly, without the agent. They are resolved like the agent's drafts (the
 * recipient determines the line, opt-outs take precedence) and sent through the same ledger, approved by
 * their author.
 */
import { actDirectly, countWaitingDrafts, findDirectAct, type ApprovalDeps } from "../../approvals/index.ts";
import {
  findByNumber,
  linesFor,
  type Contact,
  type Line,
  type TextMessage,
  type Texting,
} from "../../integrations/connections/index.ts";
import { findConversation } from "../../agent/conversations/index.ts";
import { optOutOf, threadKeyOf } from "../inbox/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { isE164 } from "../../kernel/e164.ts";
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import { formatNumber } from "../../kernel/phone.ts";
import { quietUntil } from "../../approvals/policy/index.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import type { ConversationIdentity } from "../../agent/api/objects.ts";
import type { DirectTextOptions } from "../api/texts.ts";
import type { PhoneLine } from "../api/threads.ts";
import { groupOf } from "./thread.ts";

export interface DirectTextDeps {
  readonly approvals: ApprovalDeps;
  /** Throws AppError `not_configured` if the tenant has no phone system. */
  readonly texting: () => Promise<Texting>;
  /** Builds the effect of a text from a line. */
  readonly textFrom: (
    texting: Texting,
    line: Line,
    to: { readonly number: string; readonly name: string; readonly contact: Contact | null },
    text: string,
  ) => Parameters<typeof actDirectly>[1]["resolution"]["effects"][number];
  /** Precondition: nothing has arrived in the thread since the texts known now. */
  readonly newestOf: (
    texting: Texting,
    number: string,
    thread: readonly TextMessage[],
  ) => Parameters<typeof actDirectly>[1]["resolution"]["observed"][number];
  /** Creates the conversation of a number. */
  readonly openConversation: (identity: ConversationIdentity) => Promise<unknown>;
}

const THREAD_TEXTS = 50;
type Blocked = NonNullable<DirectTextOptions["blocked"]>;

/** Why a text was not sent, for its author. */
const REASONS: Readonly<Record<Blocked, string>> = {
  opted_out: "They have opted out of texts with STOP and cannot be texted.",
  asked_to_stop:
    "They have asked not to be texted. Read what they wrote, then allow texting if they may be texted.",
  own_line: "This is your company’s own line.",
  no_line: "No line is set up for texting this contact. An admin can add one to the connection.",
  not_connected: "No phone system is connected yet. An admin can connect one.",
  unreachable:
    "The phone system isn’t responding, so Steward can’t check whether they may be texted. Nothing was sent.",
};

interface Found {
  readonly texting: Texting | null;
  readonly contact: Contact | null;
  readonly blocked: Blocked | null;
  /** The newest texts with the number, oldest first. */
  readonly thread: readonly TextMessage[];
}

/** What a direct text to a number would do. Throws `not_found` if it is not a valid number. */
export async function directTextOptions(deps: DirectTextDeps, number: string): Promise<DirectTextOptions> {
  requireNumber(number);
  const { db, clock, policy, timeZone } = deps.approvals;
  const [found, { contactQuietHours }, others, waitingDrafts] = await Promise.all([
    check(deps, number),
    policy(),
    groupOf(db, number),
    countWaitingDrafts(db, threadKeyOf(number)),
  ]);
  const { contact } = found;
  const [from = null, ...more] = phoneLines(found);
  const quietMs = quietUntil(clock.now(), contactQuietHours, timeZone);
  const names = await namesOf(found.texting, others);
  return {
    to: ownerOf(number, contact),
    from: from === null ? null : { label: from.label, shown: from.shown },
    lines: from === null ? [] : [from, ...more],
    blocked: found.blocked,
    quietUntil: quietMs === null ? null : isoTime(quietMs),
    group: others.map((other) => ({ number: other, shown: formatNumber(other), name: names(other) })),
    waitingDrafts,
  };
}

function ownerOf(number: string, contact: Contact | null): DirectTextOptions["to"] {
  const { name = null, role = null, company = null } = contact ?? {};
  return { number, shown: formatNumber(number), name, role, company };
}

/** Our lines from which this contact may be texted. */
function phoneLines({ texting, contact, thread }: Found): PhoneLine[] {
  return linesFor(texting?.lines ?? [], contact?.internal ?? false, thread).map(({ number, label }) => ({
    number,
    label,
    shown: formatNumber(number),
  }));
}

/**
 * Sends a member's own text. Idempotent by ID. Throws `not_found` for an invalid number, or one without a
 * contact or any exchange; `conflict` if it may not be texted.
 */
export async function sendDirectText(
  deps: DirectTextDeps,
  input: {
    readonly number: string;
    readonly text: string;
    readonly clientMessageId: string;
    /** The line to send from. Default: the one last used with this number, else the first allowed. */
    readonly from?: string | undefined;
    /** Scheduled send time (ISO). */
    readonly sendAt?: string | undefined;
    readonly by: { readonly id: string; readonly name: string };
  },
): Promise<Approval> {
  const { number, by, sendAt } = input;
  requireNumber(number);
  const conversationId = threadKeyOf(number);
  const act = { actId: input.clientMessageId, conversationId };
  const done = await findDirectAct(deps.approvals, act);
  if (done !== null) return done;
  const notBeforeMs = sendAt === undefined ? undefined : laterMs(deps, sendAt);
  const { texting, contact, blocked, thread } = await check(deps, number);
  const text = input.text.replace(/\r\n?/g, "\n");
  if (blocked !== null || texting === null) throw refused(blocked ?? "not_connected");
  const line = lineFrom(linesFor(texting.lines, contact?.internal ?? false, thread), input.from);
  const to = { number, name: contact?.name ?? formatNumber(number), contact };
  const title = await openConversation(deps, number, contact);
  return actDirectly(deps.approvals, {
    ...act,
    conversationTitle: title,
    tool: "text_directly",
    arguments: { to: number, text },
    resolution: {
      kind: "resolved",
      effects: [deps.textFrom(texting, line, to, text)],
      observed: notBeforeMs === undefined ? [] : [deps.newestOf(texting, number, thread)],
      lints: [],
      urgent: false,
    },
    by,
    when:
      notBeforeMs === undefined
        ? { supersedes: { threadKey: conversationId, reason: { code: "member_texted", member: by.name } } }
        : { notBeforeMs, threadKey: conversationId },
  });
}

/** The chosen line, if allowed. Throws `conflict`. */
function lineFrom(allowed: readonly Line[], from: string | undefined): Line {
  const line = from === undefined ? allowed[0] : allowed.find(({ number }) => number === from);
  if (line !== undefined) return line;
  if (from === undefined) throw refused("no_line");
  throw new AppError("conflict", "They can’t be texted from this line. Pick another one.");
}

const LONGEST_WAIT_MS = 31 * 24 * 3_600_000;

/** The scheduled send time in ms. Throws `invalid_request` if it is in the past or too far ahead. */
function laterMs({ approvals: { clock } }: DirectTextDeps, sendAt: string): number {
  const ms = Date.parse(sendAt);
  const aheadMs = ms - clock.now();
  if (aheadMs > 0 && aheadMs <= LONGEST_WAIT_MS) return ms;
  throw new AppError("invalid_request", "Pick a time within the next 31 days.");
}

function refused(blocked: Blocked): AppError {
  return new AppError("conflict", REASONS[blocked], { details: { blocked } });
}

/** The owner of the number and whether it may be texted, checked with the phone system now. */
async function check({ approvals: { db }, ...deps }: DirectTextDeps, number: string): Promise<Found> {
  try {
    const texting = await deps.texting();
    if (texting.lines.some((line) => line.number === number))
      return { texting, contact: null, blocked: "own_line", thread: [] };
    const [[contact = null], thread] = await Promise.all([
      findByNumber(texting, number),
      texting.messages(number, THREAD_TEXTS),
    ]);
    const optOut = await optOutOf(db, number, thread);
    if (optOut !== null) {
      const blocked = optOut.asked === null ? "opted_out" : "asked_to_stop";
      return { texting, contact, blocked, thread };
    }
    const allowed = linesFor(texting.lines, contact?.internal ?? false, thread);
    return { texting, contact, blocked: allowed.length === 0 ? "no_line" : null, thread };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_configured")
      return { texting: null, contact: null, blocked: "not_connected", thread: [] };
    if (error instanceof IntegrationError)
      return { texting: null, contact: null, blocked: "unreachable", thread: [] };
    throw error;
  }
}

/** Opens or creates the number's conversation, so that it shows the sent text. Returns its title. */
async function openConversation(
  deps: DirectTextDeps,
  phone: string,
  contact: Contact | null,
): Promise<string> {
  const { db } = deps.approvals;
  const conversationId = threadKeyOf(phone);
  const known = await findConversation(db, null, conversationId);
  if (known !== null) return known.title;
  const title = contact?.name ?? formatNumber(phone);
  await deps.openConversation({
    tenantId: db.tenantId,
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
  const owners = await phone.contacts.owners(numbers);
  return (number) => owners(number)[0]?.name ?? null;
}

function requireNumber(number: string): void {
  if (!isE164(number)) throw new AppError("not_found", "This isn’t a phone number.");
}

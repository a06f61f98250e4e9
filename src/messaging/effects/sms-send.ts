/**
 * Sends a text message. Can't be undone. The provider has no idempotency keys, so after a crash the text is
 * looked up.
 */
import { and, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import * as z from "zod";
import type { EffectBytes } from "../../approvals/ports.ts";
import type { Line, TextMessage, Texting } from "../../integrations/connections/index.ts";
import { approvals, effects, type Precondition } from "../../approvals/tables/approvals.ts";
import { texts } from "../tables/inbox.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { findPerson } from "../contacts/index.ts";
import { optOutOf, recordSent, threadKeyOf } from "../inbox/index.ts";
import { listMessages, newestMessages } from "../../integrations/quo/read.ts";
import { sendMessage } from "../../integrations/quo/write.ts";
import { isoTime, msOf } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { formatNumber } from "../../kernel/phone.ts";
import { smsSize } from "../api/sms-size.ts";
import {
  defineEffect,
  definePrecondition,
  e164Schema,
  notFound,
  sinceClaim,
  sinceMessage,
  unlessUnanswered,
  type Done,
} from "../../approvals/effects/define-effect.ts";

const KIND = "sms.send";
/** Texts of a thread searched for a STOP that is not on record yet. */
const THREAD_TEXTS = 50;

const documentSchema = z.strictObject({
  connectionId: z.string(),
  from: z.strictObject({
    phoneNumberId: z.string().regex(/^PN/),
    number: e164Schema,
    label: z.string(),
    audience: z.enum(["external", "internal"]),
  }),
  to: z.strictObject({
    number: e164Schema,
    name: z.string(),
    contactId: z.string().nullable(),
    company: z.string().nullable(),
  }),
  text: z.string().min(1).max(LIMITS.smsChars),
});
type Document = z.output<typeof documentSchema>;

/** Texts of a thread searched for messages since a draft. */
const RECENT_TEXTS = 20;

/**
 * Nothing arrived from the number since the draft. Our own texts in the thread are shown on the card, so the
 * approver has seen them.
 */
const newestMessage = definePrecondition({
  kind: "newest_message",
  observed: z.object({
    connectionId: z.string(),
    number: z.string(),
    messageId: z.string().nullable(),
    /** Time and sender of that message; absent in old rows. */
    at: z.string().optional(),
    direction: z.enum(["incoming", "outgoing"]).optional(),
  }),
  about: ({ number }) => number,
  seen: ({ messageId, number, at, direction }) => ({ messageId, from: number, at, direction }),
  async check({ connectionId, number, messageId }, world, { text: words }) {
    const account = await world.account("quo", connectionId);
    const since = sinceMessage(await newestMessages(account, number, RECENT_TEXTS), messageId);
    if (since.some(({ direction }) => direction === "incoming"))
      return { holds: false, reason: "They texted since this was drafted." };
    if (since.some(({ text }) => text === words))
      return { holds: false, reason: "The same text has been sent to them since this was drafted." };
    return { holds: true };
  },
});

/** The number has not opted out of texts. */
const notOptedOut = definePrecondition({
  kind: "not_opted_out",
  observed: z.object({ number: z.string() }),
  about: ({ number }) => number,
  of: ({ to }: Document) => ({ number: to.number }),
  async check({ number }, world) {
    const thread = await newestMessages(await world.account("quo"), number, THREAD_TEXTS);
    const optOut = await optOutOf(world.db, number, thread);
    if (optOut === null) return { holds: true };
    return {
      holds: false,
      reason:
        optOut.asked === null
          ? `${formatNumber(number)} opted out of texts (STOP).`
          : `${formatNumber(number)} asked not to be texted: “${optOut.asked}”. Nothing is sent until a person allows it.`,
    };
  },
});

/** The number still belongs to the contact that the text names. A contact that isn't on record anymore has no other number to offer. */
const numberStands = definePrecondition({
  kind: "number_stands",
  isOnRecord: true,
  observed: z.object({ contactId: z.string(), number: z.string() }),
  about: ({ number }) => number,
  of: ({ to: { contactId, number } }: Document) => (contactId === null ? undefined : { contactId, number }),
  async check({ contactId, number }, { db }) {
    const contact = (await findPerson(db, contactId))?.contact ?? null;
    if (contact === null || contact.numbers.some((one) => one.number === number)) return { holds: true };
    const now = contact.numbers.map((one) => formatNumber(one.number)).join(", ");
    return {
      holds: false,
      reason: `${formatNumber(number)} is no longer a number of ${contact.name}${now === "" ? "" : `, who now has ${now}`}.`,
    };
  },
});

export const smsSend = defineEffect({
  kind: KIND,
  vendor: "quo",
  document: documentSchema,
  words: {
    name: "Text message",
    plural: "text messages",
    verb: "send",
    done: "Sent",
    message: "text",
    irreversible: "A sent text can't be taken back.",
  },
  says({ to }) {
    const number = formatNumber(to.number);
    const isNamed = to.name !== number;
    return {
      title: `Text message to ${to.name}`,
      target: isNamed ? `${to.name}, ${number}` : number,
      ask: `Send a text to ${to.name}?`,
      sent: `Sent to ${to.name}`,
    };
  },
  layout: [
    { path: "/to/name", label: "To", role: "recipient" },
    { path: "/to/company", label: "To", role: "recipient", implied: true },
    { path: "/to/number", label: "To", role: "recipient", format: "phone" },
    { path: "/from/label", label: "From", role: "sender" },
    { path: "/from/audience", label: "From", role: "sender", implied: true },
    { path: "/from/number", label: "From", role: "sender", format: "phone", implied: true },
    { path: "/text", label: "Text", role: "body", format: "sms" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/from/phoneNumberId", label: "Line", role: "id" },
    { path: "/to/contactId", label: "Contact", role: "id" },
  ],
  audience: ({ from }) => (from.audience === "internal" ? "team" : "outside"),
  recipients: ({ to }) => [to.number],
  threadKey: ({ to }) => threadKeyOf(to.number),
  preconditions: [newestMessage, notOptedOut, numberStands],
  lints({ text }) {
    const { segments } = smsSize(text);
    return segments > 1
      ? [{ code: "segments", level: "info", message: `Sent as ${segments} segments.`, path: "/text" }]
      : [];
  },
  recovery: "look_up",
  async perform({ from, to, text }, account) {
    const line = account.connection.settings.lines.find(
      ({ phoneNumberId }) => phoneNumberId === from.phoneNumberId,
    );
    if (line?.audience !== from.audience) {
      throw new IntegrationError("quo", "the approved line is no longer set up", {
        outcome: "not_applied",
      });
    }
    const { id } = await sendMessage(account, { from: from.phoneNumberId, to: to.number, content: text });
    return { providerId: id };
  },
  /**
   * Matches the same words, number and line since the claim: the oldest text not yet matched to another
   * effect.
   */
  async lookUp({ from, to, text }, account, options) {
    return unlessUnanswered(async () => {
      const messages = await listMessages(account, {
        phoneNumberId: from.phoneNumberId,
        number: to.number,
        createdAfter: sinceClaim(options),
      });
      const message = messages.find(
        (candidate) =>
          candidate.direction === "outgoing" &&
          candidate.text === text &&
          Date.parse(candidate.at) >= Date.parse(sinceClaim(options)) &&
          !options.takenProviderIds.includes(candidate.id),
      );
      return message === undefined ? notFound(options) : { kind: "found", done: { providerId: message.id } };
    });
  },
  /**
   * Store the sent text (if that fails, the provider's event stores it), and mark an open emergency of the
   * recipient as answered.
   */
  async performed(document, { providerId }: Done, tenant) {
    if (providerId === null) return;
    const answered = tenant.answered(threadKeyOf(document.to.number));
    await Promise.all([recordSent(tenant, providerId, document), answered]);
  },
});

/**
 * Whether an outgoing text is an effect of ours: by provider ID or, before the receipt is written, by what is
 * being sent.
 */
export async function isOwnText(
  db: TenantDb,
  text: { readonly id: string; readonly contactNumber: string; readonly text: string },
): Promise<boolean> {
  const underWay = and(
    isNull(effects.providerId),
    inArray(effects.status, ["claimed", "needs_human"]),
    sql`json_extract(${effects.document}, '$.to.number') = ${text.contactNumber}`,
    sql`json_extract(${effects.document}, '$.text') = ${text.text}`,
  );
  const ours = and(eq(effects.kind, KIND), or(eq(effects.providerId, text.id), underWay));
  return (await db.find(effects, ours ?? sql`0`)) !== null;
}

/** How long a reply to a text is expected. */
const ANSWER_MS = 3 * 86_400_000;

/**
 * The newest text to a number on a line before a time, and the conversation that sent it. Null if it was not
 * an effect of ours (a colleague wrote it manually and owns the exchange) or is older than three days.
 */
export async function conversationThatTexted(
  db: TenantDb,
  {
    contactNumber,
    lineNumber,
    at,
  }: { readonly contactNumber: string; readonly lineNumber: string; readonly at: string },
): Promise<{ readonly conversationId: string; readonly sent: typeof texts.$inferSelect } | null> {
  const since = isoTime(msOf(at) - ANSWER_MS);
  const [last] = await db
    .rows(
      texts,
      sql`${texts.contactNumber} = ${contactNumber} and ${texts.at} > ${since} and ${texts.at} <= ${at}
        and ${texts.direction} = 'outgoing' and ${texts.lineNumber} = ${lineNumber}`,
    )
    .orderBy(desc(texts.at))
    .limit(1);
  if (last === undefined) return null;
  const effect = await db.find(
    effects,
    and(eq(effects.kind, KIND), eq(effects.providerId, last.id)) ?? sql`0`,
  );
  if (effect === null) return null;
  const approval = await db.find(approvals, eq(approvals.id, effect.approvalId));
  return approval === null ? null : { conversationId: approval.conversationId, sent: last };
}

/** The effect of a text from one of the company's lines, for agent drafts and members' own texts. */
export function textEffect(
  { connectionId }: Pick<Texting, "connectionId">,
  { phoneNumberId, number, label, audience }: Line,
  to: Document["to"],
  text: string,
): EffectBytes {
  return smsSend.of({ connectionId, from: { phoneNumberId, number, label, audience }, to, text });
}

/** Precondition: nothing arrived from the number since the newest of these texts (ordered oldest first). */
export function newestOf(
  { connectionId }: Pick<Texting, "connectionId">,
  number: string,
  thread: readonly Pick<TextMessage, "id" | "at" | "direction">[],
): Precondition {
  const newest = thread.at(-1);
  return newestMessage.observe({
    connectionId,
    number,
    messageId: newest?.id ?? null,
    ...(newest === undefined ? {} : { at: newest.at, direction: newest.direction }),
  });
}

/** Who approved each of these texts, by provider ID; texts that were not effects of ours are omitted. */
export async function approversOf(
  db: TenantDb,
  textIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (textIds.length === 0) return new Map();
  const ours = await db.rows(effects, and(eq(effects.kind, KIND), inArray(effects.providerId, [...textIds])));
  const ids = ours.map(({ approvalId }) => approvalId);
  if (ids.length === 0) return new Map();
  const rows = await db.rows(approvals, inArray(approvals.id, ids));
  const names = new Map(rows.map(({ id, decidedByName }) => [id, decidedByName]));
  return new Map(
    ours.flatMap(({ approvalId, providerId }) => {
      const name = names.get(approvalId) ?? null;
      return name === null || providerId === null ? [] : [[providerId, name] as const];
    }),
  );
}

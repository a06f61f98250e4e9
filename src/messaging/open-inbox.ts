/** The inbox of one tenant: dispatches texts, e-mails and Slack messages to conversations, drafts and notifications. */
import { eq } from "drizzle-orm";
import { hasWaitingDrafts, markThreadStale, showWaitingDrafts } from "../approvals/index.ts";
import { approvalDeps } from "../approvals/open.ts";
import { getPolicy } from "../approvals/policy/index.ts";
import { findMailConnection, type Contact } from "../integrations/connections/index.ts";
import { openContacts } from "../integrations/open.ts";
import { listLines } from "../integrations/quo/connection.ts";
import { isoTime } from "../kernel/clock.ts";
import { settledWithin } from "../kernel/time-limit.ts";
import {
  askedToStopNews,
  isRinging,
  maybeAskedToStopNews,
  notifyTeam,
  routeFor,
  settleUrgentNews,
  unreadNews,
  urgentNews,
  type RoutedThing,
} from "../notifications/index.ts";
import { notificationDeps } from "../notifications/open.ts";
import type { RoutedTo } from "../platform/api/notification-kinds.ts";
import { memberWithAddress, memberWithNumber, provePhone } from "../platform/auth/index.ts";
import type { TenantContext } from "../platform/context.ts";
import type { TenantDb } from "../platform/db/index.ts";
import { isOwnMail } from "./effects/email-send.ts";
import { conversationThatTexted, isOwnText } from "./effects/sms-send.ts";
import { mailThreadKey, nameOf, wordsOfMail } from "./inbox/dispatch-mail.ts";
import { threadKeyOf } from "./inbox/dispatch-text.ts";
import { urgencyAsked, type UrgencyQuestion } from "./inbox/judge-urgency.ts";
import type { MailDeps } from "./inbox/mail-ports.ts";
import { holdTexting } from "./inbox/opt-outs.ts";
import type { InboxDeps } from "./inbox/ports.ts";
import { isInSent } from "./open-replies.ts";
import { texts } from "./tables/inbox.ts";
import { noteReturned, noteUndelivered } from "./inbox/note-returned.ts";
import { urgencyJudge, urgencySchema } from "./agents/urgency-judge.ts";
import {
  Patience,
  type JudgeDeps,
  dispatchKeys,
  mailStream,
  slackStream,
  sweep,
  textStream,
  type Stream,
  type Waiting,
} from "./inbox/index.ts";
import type { Json } from "../kernel/hash.ts";
import { askOnce } from "../agent/open.ts";
import type { Task, WorkResult } from "../platform/work/index.ts";
import { deliveries } from "../platform/deliveries.ts";
import { slackDeps } from "./open-slack.ts";
import { wakeThreads as wake } from "./threads/index.ts";

/** Timeout of the contact name lookup. */
const NAME_MS = 3_000;

/** Ports for dispatching texts. Lazy: nothing is opened before a text needs it. */
export function textInbox(ctx: TenantContext): InboxDeps {
  const { db, clock, log: logger } = ctx;
  const notifications = notificationDeps(ctx);
  let routing: ReturnType<InboxDeps["routing"]> | null = null;
  const contactOf = contactFinder(ctx);
  return {
    db,
    clock,
    logger,
    ...sharedPorts(ctx),
    urgencyAsked: (questions) => urgencyAsked(ctx, questions),
    ringUrgent: (question, word) => ringUrgent(ctx, question, `“${word}”`),
    judgeSoon: (keys) => ctx.handOut("inbox.judge", keys),
    hasWaitingDrafts: (threadKey) => hasWaitingDrafts(db, threadKey),
    isOwnText: (text) => isOwnText(db, text),
    noteUndelivered: (textId) => noteUndelivered(ctx, textId),
    askedFrom: (text) => conversationThatTexted(db, text),
    receiveNotice: async (identity, notice) =>
      (await ctx.objects.conversation(identity.conversationId)).receiveNotice(identity, notice),
    memberWith: (number) => memberWithNumber(db, number),
    provePhone: async (text) => {
      const proves = await provePhone({ db, clock }, text);
      if (proves) await notifications.publish({ type: "settings.updated" });
      return proves;
    },
    contactOf: async (number) => knownContact(await contactOf(number)),
    routing: () => (routing ??= readRouting(db)),
    routeTo: ({ number, words }) =>
      routeSafely(ctx, async () => {
        const contact = await contactOf(number);
        return { words, number, name: contact?.name ?? "", places: placesOf(contact) };
      }),
    settleUrgent: (number) =>
      settleUrgentNews(notifications, threadKeyOf(number), "Someone on your team answered"),
    async tellAsked(asked) {
      await notifyTeam(notifications, askedToStopNews(asked));
    },
    async tellUnread({ id, name, number, text }) {
      const about = { key: id, source: "sms" as const, name, words: text, said: "" };
      await notifyTeam(notifications, unreadNews({ ...about, conversationId: threadKeyOf(number) }));
    },
  };
}

/** Ports for dispatching e-mails. Does no I/O. */
export function mailInbox(ctx: TenantContext): MailDeps {
  const { db, clock, log: logger } = ctx;
  const notifications = notificationDeps(ctx);
  let settings: ReturnType<MailDeps["settings"]> | null = null;
  const senderOf = contactFinder(ctx);
  return {
    db,
    clock,
    logger,
    ...sharedPorts(ctx),
    async judge(question, ownWord) {
      if (ownWord !== null) return ringUrgent(ctx, question, `“${ownWord}”`);
      await db.batch(urgencyAsked(ctx, [question]));
      await ctx.handOut("inbox.judge", [question.id]);
    },
    isOwnMail: (mail) => isOwnMail(db, mail),
    noteReturned: (returned, at) => noteReturned(ctx, returned, at),
    ownWords: ctx.code.ownWords,
    answersAt: async () => (await findMailConnection(db))?.settings.mail.answersAt ?? null,
    memberAt: (address) => memberWithAddress(db, address),
    isInSent: (mail) => isInSent(ctx, mail),
    contactOf: async (address) => knownContact(await senderOf(address)),
    routeTo: ({ words, name, address }) =>
      routeSafely(ctx, async () => {
        const contact = await senderOf(address);
        const number = contact?.numbers[0]?.number ?? null;
        return { words, name, number, address, places: placesOf(contact) };
      }),
    settings: () => (settings ??= readRouting(db).then((routing) => routing.settings)),
    settleUrgent: (threadKey) => settleUrgentNews(notifications, threadKey, "Someone on your team answered"),
    async tellUnread(row) {
      const key = `${row.mailbox}/${row.id}`;
      const about = { key, source: "email" as const, name: nameOf(row), words: wordsOfMail(row), said: "" };
      await notifyTeam(notifications, unreadNews({ ...about, conversationId: mailThreadKey(row.threadId) }));
    },
  };
}

function sharedPorts(
  ctx: TenantContext,
): Pick<InboxDeps, "receive" | "receiveFromMember" | "markThreadStale" | "showSent"> {
  const { db, objects } = ctx;
  return {
    receiveFromMember: async (identity, message) =>
      (await objects.conversation(identity.conversationId)).send(identity, message),
    receive: async (identity, words) =>
      (await objects.conversation(identity.conversationId)).receiveTexts(identity, words),
    async markThreadStale(threadKey, reason, newestMessageId) {
      if (!(await hasWaitingDrafts(db, threadKey))) return;
      await markThreadStale(await approvalDeps(ctx), threadKey, reason, newestMessageId);
    },
    async showSent(threadKey) {
      if (await hasWaitingDrafts(db, threadKey)) await showWaitingDrafts(await approvalDeps(ctx), threadKey);
    },
  };
}

/**
 * Holds texts to the author until a person has reviewed the request, and asks the team for that review.
 * Idempotent.
 */
async function holdAsked(ctx: TenantContext, { id, name }: UrgencyQuestion): Promise<void> {
  const { db } = ctx;
  const row = await db.find(texts, eq(texts.id, id.replace(/^text\./, "")));
  if (row === null) return;
  await holdTexting(db, row);
  const { contactNumber: number, text: asked } = row;
  await notifyTeam(
    notificationDeps(ctx),
    maybeAskedToStopNews({ id: row.id, name, number, asked: asked.slice(0, 200) }),
  );
}

/** Alerts people of an urgent message and marks its conversation. Idempotent. */
export async function ringUrgent(ctx: TenantContext, question: UrgencyQuestion, why: string): Promise<void> {
  await notifyTeam(notificationDeps(ctx), urgentNews(question, why));
  const { conversationId } = question;
  const at = isoTime(ctx.clock.now());
  const conversation = await ctx.objects.conversation(conversationId);
  await conversation.markUrgent({ tenantId: ctx.tenantId, conversationId }, { why, at });
}

async function readRouting(db: TenantDb) {
  const [{ policy }, lines] = await Promise.all([getPolicy(db), listLines(db)]);
  return { settings: policy.sms, lines };
}

/** Looks up the contact of a number or address; null if unknown, or on timeout. Never throws. */
function contactFinder(ctx: TenantContext): (written: string) => Promise<Contact | null> {
  return async (written) => {
    const find = async () => (await (await openContacts(ctx)).owners([written]))(written)[0] ?? null;
    try {
      return await settledWithin(NAME_MS, find(), null);
    } catch (error) {
      ctx.log.warn("inbox.contact_lookup_failed", { tenantId: ctx.tenantId, error });
      return null;
    }
  };
}

function knownContact(contact: Contact | null) {
  return contact === null ? null : { id: contact.id, name: contact.name, internal: contact.internal };
}

function placesOf(contact: Contact | null): string {
  return [contact?.role, contact?.company].filter(Boolean).join(" · ");
}

async function routeSafely(
  { db, log, tenantId }: TenantContext,
  thing: () => Promise<RoutedThing>,
): Promise<RoutedTo | null> {
  try {
    return await routeFor(db, thing);
  } catch (error) {
    log.warn("inbox.routing_failed", { tenantId, error });
    return null;
  }
}

const patience = new Patience();

/** Does no I/O. */
export function judgeDeps(ctx: TenantContext): JudgeDeps {
  return {
    db: ctx.db,
    clock: ctx.clock,
    logger: ctx.log,
    patience,
    async classify({ conversationId, name, words, source }, signal, alongside) {
      const verdictOf = ({ output }: { readonly output: Json | undefined }) =>
        output === undefined ? null : urgencySchema.parse(output);
      const answer = await askOnce(ctx, {
        agent: urgencyJudge,
        text: `${source === "sms" ? "A text" : "An e-mail"} from ${name}:\n<message>\n${words.replaceAll("</message>", "")}\n</message>`,
        about: "Urgency check",
        conversationId,
        trigger: "urgency",
        isBrief: true,
        signal,
        alongside: (given) => alongside(verdictOf(given)),
      });
      return verdictOf(answer);
    },
    rings: (conversationId) => isRinging(ctx.db, conversationId),
    ring: (question, why) => ringUrgent(ctx, question, why),
    hold: (question) => holdAsked(ctx, question),
  };
}

/** The texts of these numbers, or all that waited too long. */
export function dispatchTexts(ctx: TenantContext, task: Task): Promise<WorkResult> {
  return dispatched(ctx, task, textStream(textInbox(ctx)));
}

/** Texts of numbers that sent something urgent; they skip the queue. */
export function dispatchUrgentTexts(ctx: TenantContext, task: Task): Promise<WorkResult> {
  return dispatched(ctx, task, textStream(textInbox(ctx)), { takesTurns: false });
}

/** The e-mails of these threads, or all that waited too long. */
export function dispatchMails(ctx: TenantContext, task: Task): Promise<WorkResult> {
  return dispatched(ctx, task, mailStream(mailInbox(ctx)));
}

/** Slack messages and presses of these people, or all that waited too long. */
export function dispatchSlack(ctx: TenantContext, task: Task): Promise<WorkResult> {
  return dispatched(ctx, task, slackStream(slackDeps(ctx)));
}

async function dispatched<Row extends Waiting>(
  ctx: TenantContext,
  { keys, untilMs }: Task,
  rows: Stream<Row>,
  { takesTurns = true } = {},
): Promise<WorkResult> {
  // What was accepted is held until the stream has ended, and is found again then.
  if (keys.length === 0 && deliveries.isHeld(ctx.tenantId)) return "done";
  const giveWay: Stream<Row>["giveWay"] = (until, work) =>
    deliveries.giveWay(`${ctx.tenantId} ${rows.name}`, until, work);
  const stream = takesTurns ? { ...rows, giveWay } : rows;
  const result = keys.length === 0 ? await sweep(stream, untilMs) : await dispatchKeys(stream, keys, untilMs);
  await ctx.wake("events.consume");
  return result;
}

/** Reopens threads that are due, and notifies open pages. */
export async function wakeThreads(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const deps = { db: ctx.db, clock: ctx.clock, notifications: notificationDeps(ctx) };
  const { result, woken } = await wake(deps, untilMs);
  if (woken > 0) await ctx.publish({ type: "records.changed", records: ["texts"] });
  return result;
}

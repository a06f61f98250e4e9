/**
 * The inbox of one tenant, composed from its ports: connects texts and e-mails to conversations, drafts and
 * notifications.
 */
import { eq } from "drizzle-orm";
import {
  hasWaitingDrafts,
  markThreadStale,
  showWaitingDrafts,
  type ApprovalDeps,
} from "../../approvals/index.ts";
import { listLines } from "../../integrations/quo/connection.ts";
import { type Contact, type ContactBook } from "../../integrations/connections/index.ts";

import { texts } from "../tables/inbox.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import { settledWithin } from "../../kernel/time-limit.ts";
import {
  notifyTeam,
  routeFor,
  settleUrgentNews,
  askedToStopNews,
  maybeAskedToStopNews,
  unreadNews,
  urgentNews,
  type NotificationDeps,
  type RoutedThing,
} from "../../notifications/index.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import type { ConversationRpc } from "../../agent/api/objects.ts";
import type { RoutedTo } from "../../platform/api/notification-kinds.ts";
import { mailThreadKey, nameOf, wordsOfMail } from "./dispatch-mail.ts";
import { threadKeyOf } from "./dispatch-text.ts";
import { urgencyAsked, type UrgencyQuestion } from "./judge-urgency.ts";
import type { MailDeps } from "./mail-ports.ts";
import { holdTexting } from "./opt-outs.ts";
import type { InboxDeps } from "./ports.ts";

export interface InboxWorld {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The phone system's contacts. Throws if unavailable. */
  readonly contacts: () => Promise<ContactBook>;
  readonly notifications: NotificationDeps;
  /** Whether an outgoing text or e-mail is an effect of ours. */
  readonly isOwnText: InboxDeps["isOwnText"];
  readonly askedFrom: InboxDeps["askedFrom"];
  readonly isOwnMail: MailDeps["isOwnMail"];
  readonly noteReturned: MailDeps["noteReturned"];
  readonly noteUndelivered: InboxDeps["noteUndelivered"];
  readonly approvals: () => Promise<ApprovalDeps>;
  readonly conversation: (
    conversationId: string,
  ) => Promise<Pick<ConversationRpc, "receiveTexts" | "receiveNotice" | "send" | "markUrgent">>;
  readonly memberWith: InboxDeps["memberWith"];
  readonly provePhone: InboxDeps["provePhone"];
  readonly ownWords: MailDeps["ownWords"];
  readonly answersAt: MailDeps["answersAt"];
  readonly memberAt: MailDeps["memberAt"];
  readonly isInSent: MailDeps["isInSent"];
  /** Queues an immediate check. Never throws; the scheduler finds missed ones. */
  readonly judgeSoon: (questionIds: readonly string[]) => Promise<void>;
}

/** Timeout of the contact name lookup. */
const NAME_MS = 3_000;

/** Ports for dispatching texts. Lazy: nothing is opened before a text needs it. */
export function textInbox(world: InboxWorld): InboxDeps {
  const { db, clock, logger, notifications } = world;
  let routing: ReturnType<InboxDeps["routing"]> | null = null;
  const contactOf = contactFinder(world);
  return {
    db,
    clock,
    logger,
    ...shared(world),
    urgencyAsked: (questions) => urgencyAsked(world, questions),
    ringUrgent: (question, word) => ringUrgent(world, question, `“${word}”`),
    judgeSoon: world.judgeSoon,
    hasWaitingDrafts: (threadKey) => hasWaitingDrafts(db, threadKey),
    isOwnText: world.isOwnText,
    noteUndelivered: world.noteUndelivered,
    askedFrom: world.askedFrom,
    receiveNotice: async (identity, notice) =>
      (await world.conversation(identity.conversationId)).receiveNotice(identity, notice),
    memberWith: world.memberWith,
    provePhone: async (text) => {
      const proves = await world.provePhone(text);
      if (proves) await notifications.publish({ type: "settings.updated" });
      return proves;
    },
    contactOf: async (number) => known(await contactOf(number)),
    routing: () => (routing ??= readRouting(db)),
    routeTo: ({ number, words }) =>
      routeSafely(world, async () => {
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
export function mailInbox(world: InboxWorld): MailDeps {
  const { db, clock, logger, notifications } = world;
  let settings: ReturnType<MailDeps["settings"]> | null = null;
  const senderOf = contactFinder(world);
  return {
    db,
    clock,
    logger,
    ...shared(world),
    async judge(question, ownWord) {
      if (ownWord !== null) return ringUrgent(world, question, `“${ownWord}”`);
      await db.batch(urgencyAsked(world, [question]));
      await world.judgeSoon([question.id]);
    },
    isOwnMail: world.isOwnMail,
    noteReturned: world.noteReturned,
    ownWords: world.ownWords,
    answersAt: world.answersAt,
    memberAt: world.memberAt,
    isInSent: world.isInSent,
    contactOf: async (address) => known(await senderOf(address)),
    routeTo: ({ words, name, address }) =>
      routeSafely(world, async () => {
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

function shared(
  world: InboxWorld,
): Pick<InboxDeps, "receive" | "receiveFromMember" | "markThreadStale" | "showSent"> {
  const { db, approvals, conversation } = world;
  return {
    receiveFromMember: async (identity, message) =>
      (await conversation(identity.conversationId)).send(identity, message),
    receive: async (identity, words) =>
      (await conversation(identity.conversationId)).receiveTexts(identity, words),
    async markThreadStale(threadKey, reason, newestMessageId) {
      if (!(await hasWaitingDrafts(db, threadKey))) return;
      await markThreadStale(await approvals(), threadKey, reason, newestMessageId);
    },
    async showSent(threadKey) {
      if (await hasWaitingDrafts(db, threadKey)) await showWaitingDrafts(await approvals(), threadKey);
    },
  };
}

/**
 * Holds texts to the author until a person has reviewed the request, and asks the team for that review.
 * Idempotent.
 */
export async function holdAsked(
  { db, notifications }: Pick<InboxWorld, "db" | "notifications">,
  { id, name }: UrgencyQuestion,
): Promise<void> {
  const row = await db.find(texts, eq(texts.id, id.replace(/^text\./, "")));
  if (row === null) return;
  await holdTexting(db, row);
  const { contactNumber: number, text: asked } = row;
  await notifyTeam(
    notifications,
    maybeAskedToStopNews({ id: row.id, name, number, asked: asked.slice(0, 200) }),
  );
}

/** Alerts people of an urgent message and marks its conversation. Idempotent. */
export async function ringUrgent(
  {
    db,
    clock,
    notifications,
    conversation,
  }: Pick<InboxWorld, "db" | "clock" | "notifications" | "conversation">,
  question: UrgencyQuestion,
  why: string,
): Promise<void> {
  await notifyTeam(notifications, urgentNews(question, why));
  const { conversationId } = question;
  const at = isoTime(clock.now());
  await (
    await conversation(conversationId)
  ).markUrgent({ tenantId: db.tenantId, conversationId }, { why, at });
}

async function readRouting(db: TenantDb) {
  const [{ policy }, lines] = await Promise.all([getPolicy(db), listLines(db)]);
  return { settings: policy.sms, lines };
}

/** Looks up the contact of a number or address; null if unknown, or on timeout. Never throws. */
function contactFinder({ db, logger, contacts }: InboxWorld): (written: string) => Promise<Contact | null> {
  return async (written) => {
    const find = async () => (await (await contacts()).owners([written]))(written)[0] ?? null;
    try {
      return await settledWithin(NAME_MS, find(), null);
    } catch (error) {
      logger.warn("inbox.contact_lookup_failed", { tenantId: db.tenantId, error });
      return null;
    }
  };
}

function known(contact: Contact | null) {
  return contact === null ? null : { id: contact.id, name: contact.name, internal: contact.internal };
}

function placesOf(contact: Contact | null): string {
  return [contact?.role, contact?.company].filter(Boolean).join(" · ");
}

async function routeSafely(
  { db, logger }: InboxWorld,
  thing: () => Promise<RoutedThing>,
): Promise<RoutedTo | null> {
  try {
    return await routeFor(db, thing);
  } catch (error) {
    logger.warn("inbox.routing_failed", { tenantId: db.tenantId, error });
    return null;
  }
}

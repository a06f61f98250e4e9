/** The inbox of one tenant, made from what the world offers: how texts and e-mails find their conversation, their drafts and the team's devices. */
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
import type { RoutedTo } from "../../notifications/api/routing.ts";
import { mailThreadKey, nameOf, wordsOfMail } from "./dispatch-mail.ts";
import { threadKeyOf } from "./dispatch-text.ts";
import { urgencyAsked, type UrgencyQuestion } from "./judge-urgency.ts";
import type { MailDeps } from "./mail-ports.ts";
import { holdTexting } from "./opt-outs.ts";
import type { InboxDeps } from "./ports.ts";

/** What the inbox needs of the world; one tenant's. */
export interface InboxWorld {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The phone system's contacts. Throws where there are none to be had. */
  readonly contacts: () => Promise<ContactBook>;
  readonly notifications: NotificationDeps;
  /** Whether an outgoing text or an e-mail is an effect of ours. */
  readonly isOwnText: InboxDeps["isOwnText"];
  readonly askedFrom: InboxDeps["askedFrom"];
  readonly isOwnMail: MailDeps["isOwnMail"];
  readonly noteReturned: MailDeps["noteReturned"];
  readonly noteUndelivered: InboxDeps["noteUndelivered"];
  readonly approvals: () => Promise<ApprovalDeps>;
  readonly conversation: (
    conversationId: string,
  ) => Promise<Pick<ConversationRpc, "receiveTexts" | "send" | "markUrgent">>;
  readonly memberWith: InboxDeps["memberWith"];
  readonly provePhone: InboxDeps["provePhone"];
  readonly ownWords: MailDeps["ownWords"];
  readonly answersAt: MailDeps["answersAt"];
  readonly memberAt: MailDeps["memberAt"];
  readonly isInSent: MailDeps["isInSent"];
  /** Has questions judged at once. Never throws: the clock finds them all the same. */
  readonly judgeSoon: (questionIds: readonly string[]) => Promise<void>;
}

/** A name is worth waiting for this long; nothing that came in is held up by it any longer. */
const NAME_MS = 3_000;

/** What dispatching texts is given. Cheap: nothing is opened before a text needs it. */
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
    settleUrgent: (number) => settleUrgentNews(notifications, threadKeyOf(number), "Somebody has answered"),
    async tellAsked(asked) {
      await notifyTeam(notifications, askedToStopNews(asked));
    },
    async tellUnread({ id, name, number, text }) {
      const about = { key: id, source: "sms" as const, name, words: text, said: "" };
      await notifyTeam(notifications, unreadNews({ ...about, conversationId: threadKeyOf(number) }));
    },
  };
}

/** What dispatching e-mails is given. Cheap. */
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
    settleUrgent: (threadKey) => settleUrgentNews(notifications, threadKey, "Somebody has answered"),
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

/** Leaves whoever wrote a text alone until a person has looked, and asks the team to. A repeat changes nothing. */
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

/** Notifies people of words that can't wait, and says so on their conversation. A repeat changes nothing. */
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

/** Finds whose a number or an address is; null for one no one knows, and where the contacts do not answer soon. Never throws. */
function contactFinder({ db, logger, contacts }: InboxWorld): (written: string) => Promise<Contact | null> {
  return async (written) => {
    const find = async () => (await (await contacts()).owners([written]))(written)[0] ?? null;
    try {
      return await settledWithin(NAME_MS, find(), null);
    } catch (error) {
      logger.warn("inbox.contact_not_found_out", { tenantId: db.tenantId, error });
      return null;
    }
  };
}

function known(contact: Contact | null) {
  return contact === null ? null : { id: contact.id, name: contact.name };
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
    logger.warn("inbox.not_routed", { tenantId: db.tenantId, error });
    return null;
  }
}

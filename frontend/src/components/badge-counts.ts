/**
 * Counts for the badges. Each item counts once: an approval on Approvals, a conversation with a question on Today, any other unread
 * conversation where it is listed, a thread of the inbox that none of these covers, and a notification that nothing else covers. Pure.
 */
import type { Approval } from "../../../src/approvals/api/approval.ts";
import type { Conversation } from "../../../src/agent/api/conversation.ts";
import type { NotificationView } from "../../../src/notifications/api/notifications.ts";
import type { UnreadThread } from "../../../src/messaging/api/threads.ts";

export interface BadgeCounts {
  /** Approvals that wait for a person. */
  readonly waiting: number;
  /** Conversations in which Steward asked something. */
  readonly questions: number;
  /** Conversations with Steward that have something to read. */
  readonly chats: number;
  /** Threads in the inbox with something to read. */
  readonly inbox: number;
  /** Alerts that haven't been claimed. */
  readonly news: number;
}

interface Known {
  readonly approvals: readonly Pick<Approval, "status" | "conversationId">[];
  readonly conversations: readonly Conversation[];
  readonly threads: readonly UnreadThread[];
  readonly notifications: readonly NotificationView[];
  /** The open conversation, if the page is visible and focused. */
  readonly openId: string | null;
}

/** Whether a person has to do something about it. */
export function waitsForPerson({ status }: Pick<Approval, "status">): boolean {
  return status === "pending" || status === "needs_human";
}

export function badgeCounts({
  approvals,
  conversations,
  threads,
  notifications,
  openId,
}: Known): BadgeCounts {
  const waiting = approvals.filter(waitsForPerson);
  const withApproval = new Set(waiting.map(({ conversationId }) => conversationId));
  const live = conversations.filter(
    (one) => !one.deletedAt && one.id !== openId && !withApproval.has(one.id),
  );
  const questions = live.filter(asksPerson);
  const unread = live.filter((one) => one.unread && !asksPerson(one));
  const from = (source: Conversation["source"]): number =>
    unread.filter((one) => one.source === source).length;
  const counted = new Set<string | null | undefined>([
    ...withApproval,
    ...[...questions, ...unread].map(({ id }) => id),
    openId,
  ]);
  const people = [...new Set(threads.map(({ conversationId }) => conversationId))].filter(
    (id) => !counted.has(id),
  );
  for (const id of people) counted.add(id);
  const news = notifications.filter(
    (one) =>
      one.kind === "alert" &&
      !one.read &&
      one.resolvedAt === null &&
      one.acknowledgedAt === null &&
      !counted.has(conversationOf(one.url)),
  );
  const inbox = from("sms") + from("email");
  return {
    waiting: waiting.length,
    questions: questions.length,
    chats: unread.length - inbox,
    inbox: people.length + inbox,
    news: news.length,
  };
}

/** Whether Steward waits for an answer to a question of its own. */
export function asksPerson({ status, deletedAt }: Pick<Conversation, "status" | "deletedAt">): boolean {
  return status === "waiting_answer" && !deletedAt;
}

/** The conversation a notification links to, or the number's conversation for its texts; undefined for other links. */
function conversationOf(url: string): string | undefined {
  const path = url.replace(/^https?:\/\/[^/]+/, "");
  const [, place, id] = /^\/(conversations|texts)\/([^/?#]+)/.exec(path) ?? [];
  if (id === undefined) return undefined;
  const named = decoded(id);
  return place === "texts" ? `sms:${named}` : named;
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** The count in the tab's title and on the app's icon: everything new, each thing once. */
export function totalOf(counts: BadgeCounts): number {
  return Object.values(counts).reduce((sum: number, amount: number) => sum + amount, 0);
}

/** `(3) Approvals · Steward`. */
export function tabTitle(page: string | undefined, amount: number): string {
  const count = amount > 0 ? `(${amount > 99 ? "99+" : amount}) ` : "";
  return `${count}${page ? `${page} · ` : ""}Steward`;
}

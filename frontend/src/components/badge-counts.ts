/**
 * Defines what each badge counts, so that nothing counts twice: an approval counts on Approvals only; a conversation if it has unread content other
 * than such approvals; a text thread if neither covers it; a notification if none of them does. Pure.
 */
import type { Approval } from "../../../src/approvals/api/approval.ts";
import type { Conversation } from "../../../src/agent/api/conversation.ts";
import type { NotificationView } from "../../../src/notifications/api/notifications.ts";
import type { UnreadThread } from "../../../src/messaging/api/threads.ts";

export interface BadgeCounts {
  /** Approvals that wait for a person. */
  readonly waiting: number;
  /** Conversations with something to read. */
  readonly unread: number;
  /** People with unread texts. */
  readonly texts: number;
  /** Alerts that haven't been claimed. */
  readonly news: number;
}

interface Known {
  readonly approvals: readonly Approval[];
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
  const unread = conversations.filter(
    (one) => one.unread && !one.deletedAt && one.id !== openId && !withApproval.has(one.id),
  );
  const counted = new Set<string | null | undefined>([
    ...withApproval,
    ...unread.map(({ id }) => id),
    openId,
  ]);
  const people = [...new Set(threads.map(({ number }) => `sms:${number}`))].filter((id) => !counted.has(id));
  for (const id of people) counted.add(id);
  const news = notifications.filter(
    (one) =>
      one.kind === "alert" &&
      !one.read &&
      one.resolvedAt === null &&
      one.acknowledgedAt === null &&
      !counted.has(conversationOf(one.url)),
  );
  return { waiting: waiting.length, unread: unread.length, texts: people.length, news: news.length };
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
export function totalOf({ waiting, unread, texts, news }: BadgeCounts): number {
  return waiting + unread + texts + news;
}

/** `(3) Approvals · Steward`. */
export function tabTitle(page: string | undefined, amount: number): string {
  const count = amount > 0 ? `(${amount > 99 ? "99+" : amount}) ` : "";
  return `${count}${page ? `${page} · ` : ""}Steward`;
}

/** What is counted for the tab's title and the app's icon. Pure. */
import type { Conversation } from "../../../src/protocol/index.ts";

/** What counts as unread here: not the conversation that is open in front of the reader. */
export function unreadCount(
  conversations: readonly Conversation[],
  openId: string | undefined,
  inFront: boolean,
): number {
  return conversations.filter((one) => one.unread && !one.deletedAt && !(inFront && one.id === openId))
    .length;
}

/** `(3) Approvals · Steward`. */
export function tabTitle(page: string | undefined, amount: number): string {
  const count = amount > 0 ? `(${amount > 99 ? "99+" : amount}) ` : "";
  return `${count}${page ? `${page} · ` : ""}Steward`;
}

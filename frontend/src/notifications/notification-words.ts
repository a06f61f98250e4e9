/** A notification's state in words. Pure. */
import type { NotificationView } from "../../../src/notifications/api/notifications.ts";

type State = Pick<
  NotificationView,
  "urgent" | "resolvedAt" | "resolution" | "acknowledgedAt" | "acknowledgedBy" | "escalations"
>;

/** Whether someone should still say that they are on it. */
export function isPressing(item: Pick<State, "urgent" | "resolvedAt" | "acknowledgedAt">): boolean {
  return item.urgent && item.resolvedAt === null && item.acknowledgedAt === null;
}

/** Its history so far, in order. */
export function stateWords(item: State): string[] {
  const words: string[] = [];
  if (item.escalations > 0)
    words.push(
      item.escalations === 1 ? "1 person on call notified" : `${item.escalations} people on call notified`,
    );
  if (item.acknowledgedAt) words.push(`${item.acknowledgedBy ?? "Someone"} is on it`);
  if (item.resolvedAt) words.push(item.resolution ?? "Done");
  return words;
}

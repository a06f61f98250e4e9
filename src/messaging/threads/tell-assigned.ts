/** Whoever is assigned a thread hears of it on their devices and in their notifications; nobody is told what they did themselves. */
import { formatNumber } from "../../kernel/phone.ts";
import { notifyTeam, settleTeamNews, type NotificationDeps } from "../../notifications/index.ts";
import type { ThreadAct, ThreadRow } from "./types.ts";

/** What happened, once it is saved. */
export interface AssignedThread {
  readonly row: ThreadRow;
  readonly act: ThreadAct;
  readonly by: { readonly id: string; readonly name: string };
  /** Whom the thread is with, in words; null for a number no one knows. */
  readonly contact: string | null;
  /** Whose it is now, in words. */
  readonly assignee: string;
}

/** Tells them, and takes back what earlier assignments of the thread still ask of somebody. A repeat of the same assignment rings once. */
export async function tellAssigned(
  notifications: NotificationDeps,
  { row, act, by, contact, assignee }: AssignedThread,
): Promise<void> {
  if (act.kind !== "assign" && act.kind !== "done") return;
  const { number, line, assigneeId } = row;
  const about = `thread:${number}`;
  const prefix = prefixOf(number, line);
  const resolution =
    act.kind === "done"
      ? `${by.name} marked this done`
      : assigneeId === null
        ? "Unassigned"
        : `Assigned to ${assignee}`;
  await settleTeamNews(notifications, { about, keyPrefix: prefix, resolution });
  await tellAgain(notifications, { row, act, by, contact, assignee });
}

/** Tells whose the thread is now, once for each assignment: where what came after it being saved failed, the next try tells them. */
export async function tellAgain(
  notifications: NotificationDeps,
  { row: { number, line, assigneeId, revision, lastWords }, act, by, contact, assignee }: AssignedThread,
): Promise<void> {
  if (act.kind !== "assign" || assigneeId === null || assigneeId === by.id) return;
  await notifyTeam(notifications, {
    key: `${prefixOf(number, line)}${revision}`,
    about: `thread:${number}`,
    title: `${by.name} assigned you ${contact ?? formatNumber(number)}`,
    body: lastWords,
    path: `/texts/${encodeURIComponent(number)}?line=${encodeURIComponent(line)}`,
    urgent: false,
    routedTo: {
      userId: assigneeId,
      name: assignee,
      mode: "only",
      othersAfterMinutes: 0,
      because: "an assignment",
      personal: true,
    },
  });
}

/** Persisted. */
function prefixOf(number: string, line: string): string {
  return `assigned:${number}:${line}:`;
}

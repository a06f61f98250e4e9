/** Notifies members of threads: of those assigned to them, never of their own actions, and of promises that are due. */
import { notifyTeam, settleTeamNews, type NotificationDeps } from "../../notifications/index.ts";
import { conversationOf, partyName, pathOf } from "./store.ts";
import type { ThreadAct, ThreadRow } from "./types.ts";

/** The assignment, once saved. */
interface AssignedThread {
  readonly row: ThreadRow;
  readonly act: ThreadAct;
  readonly by: { readonly id: string; readonly name: string };
  /** The contact's display name; null if unknown. */
  readonly contact: string | null;
  /** The assignee's display name. */
  readonly assignee: string;
}

/**
 * Notifies the assignee and clears notices of earlier assignments of the thread. Notifies once per
 * assignment.
 */
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

/** Notifies the current assignee, once per assignment. Used on retries, if the work after saving failed. */
export async function tellAgain(
  notifications: NotificationDeps,
  { row, act, by, contact, assignee }: AssignedThread,
): Promise<void> {
  const { number, line, assigneeId, revision, lastWords } = row;
  if (act.kind !== "assign" || assigneeId === null || assigneeId === by.id) return;
  await notifyTeam(notifications, {
    key: `${prefixOf(number, line)}${revision}`,
    about: `thread:${number}`,
    title: `${by.name} assigned you ${contact ?? partyName(row)}`,
    body: lastWords,
    path: pathOf(row),
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

/** Notifies a thread's assignee, or the team, that our promise there is due. Does nothing without a promise. */
export async function tellPromised(
  notifications: NotificationDeps,
  row: ThreadRow,
  contact: string | null,
): Promise<void> {
  if (row.promised === null || row.nextAt === null) return;
  await notifyTeam(notifications, {
    key: `promised:${row.number}:${row.line}:${row.nextAt}`,
    about: conversationOf(row),
    title: `You promised ${contact ?? partyName(row)} an answer`,
    body: `It’s due now: “${row.promised}”`,
    path: pathOf(row),
    urgent: false,
  });
}

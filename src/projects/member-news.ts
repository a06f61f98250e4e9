/**
 * Notifications to members about their projects: assignments, mentions, and changes of their tasks. Never
 * about their own actions.
 */
import { and, isNull, notInArray } from "drizzle-orm";
import { among, byIds, type TenantDb } from "../platform/db/index.ts";
import { CLOSED_STATUSES } from "./api/projects.ts";
import { comments } from "./tables/projects-more.ts";
import { projects, tasks } from "./tables/projects.ts";
import type { Consumer, EventRow } from "../platform/events/index.ts";
import type { NewsKind } from "../platform/api/notification-kinds.ts";
import type { ProjectDeps } from "./ports.ts";
import type { TaskRow } from "./task-kind.ts";

export interface MemberNews {
  /** Identical for the same news. */
  readonly key: string;
  /** All its kinds, most specific first: a member who subscribed to any of them is notified. */
  readonly kinds: readonly NewsKind[];
  readonly userId: string;
  readonly title: string;
  readonly body: string;
  readonly taskId: string | null;
  readonly projectId: string;
}
/** Notifies a member according to their preferences. Idempotent. */
export type Tell = (news: MemberNews) => Promise<void>;

/** From this many items of a kind in a project, written together, they are combined into one notification. */
const TOGETHER_FROM = 4;
const TITLES_SHOWN = 5;
/** Open tasks whose assignees hear of a change of their projects. */
const OPEN_TASKS = 500;
const alive = isNull(tasks.deletedAt);

const TOGETHER: Readonly<Record<NewsKind, (count: number) => string>> = {
  assigned: (count) => `${count} tasks assigned to you`,
  mentioned: (count) => `You were mentioned ${count} times`,
  commented: (count) => `${count} new comments on your tasks`,
  deadline: (count) => `${count} of your tasks are due`,
  due: (count) => `${count} reminders about your tasks`,
  status: (count) => `${count} of your tasks changed status`,
  ai: (count) => `Steward changed ${count} of your tasks`,
  rule: (count) => `${count} notices from your team’s rules`,
};

export function projectNewsConsumer({ db }: ProjectDeps, tell: Tell): Consumer {
  return {
    name: "project-news",
    takes: [
      "pm.comments.created",
      "pm.tasks.created",
      "pm.tasks.assigned",
      "pm.tasks.status_changed",
      "pm.tasks.updated",
      "pm.projects.updated",
    ],
    async take(events) {
      const taskIds = events.map(taskOf).filter((id) => id !== null);
      const said = events.filter(({ type }) => type === "pm.comments.created").flatMap(idsOf);
      const [taskRows, commentRows] = await Promise.all([
        taskIds.length === 0 ? [] : db.rows(tasks, byIds(tasks.id, [...new Set(taskIds)])),
        said.length === 0 ? [] : db.rows(comments, byIds(comments.id, said)),
      ]);
      const found = {
        tasks: new Map(taskRows.map((row) => [row.id, row])),
        comments: new Map(commentRows.map((row) => [row.id, row])),
      };
      const ofProjects = await projectNews(db, events);
      for (const news of together([...events.flatMap((event) => newsOf(event, found)), ...ofProjects]))
        await tell(news);
    },
  };
}

interface Found {
  readonly tasks: ReadonlyMap<string, TaskRow>;
  readonly comments: ReadonlyMap<string, typeof comments.$inferSelect>;
}

/** Whom an event concerns, and how. */
function newsOf(event: EventRow, found: Found): MemberNews[] {
  const taskId = taskOf(event);
  const task = taskId === null ? undefined : found.tasks.get(taskId);
  if (event.type === "pm.comments.created") return commentNews(event, found, task);
  if (task === undefined) return [];
  const given = stringsOf(event.payload["userIds"]);
  const moved = event.type === "pm.tasks.status_changed";
  const byAgent = event.actorKind === "agent";
  const owners = [...task.assigneeIds, ...(task.createdByKind === "user" ? [task.createdById] : [])];
  return addressed(event, [...new Set([...given, ...owners])], (userId) => {
    const isGiven = given.includes(userId);
    const kinds: NewsKind[] = [
      ...(isGiven ? (["assigned"] as const) : []),
      ...(moved ? (["status"] as const) : []),
      ...(byAgent ? (["ai"] as const) : []),
    ];
    const title = isGiven
      ? `Assigned to you: ${task.title}`
      : moved
        ? `Now ${task.status.replace("_", " ")}: ${task.title}`
        : `Steward changed: ${task.title}`;
    return { kinds, title, body: "", taskId, projectId: task.projectId };
  });
}

/** What an agent changed in a project itself, for its owner and for those with open tasks in it. */
async function projectNews(db: TenantDb, events: readonly EventRow[]): Promise<MemberNews[]> {
  const changed = events.filter(
    ({ type, actorKind }) => type === "pm.projects.updated" && actorKind === "agent",
  );
  const ids = [...new Set(changed.filter(({ payload }) => payload["entity"] === "project").flatMap(idsOf))];
  if (ids.length === 0) return [];
  const [rows, open] = await Promise.all([
    db.rows(projects, byIds(projects.id, ids)),
    db
      .rows(tasks, and(among(tasks.projectId, ids), notInArray(tasks.status, [...CLOSED_STATUSES]), alive))
      .limit(OPEN_TASKS),
  ]);
  return changed.flatMap((event) =>
    rows
      .filter(({ id }) => idsOf(event).includes(id))
      .flatMap(({ id, name, ownerId }) => {
        const assigned = open.filter(({ projectId }) => projectId === id);
        const members = new Set([ownerId ?? "", ...assigned.flatMap(({ assigneeIds }) => assigneeIds)]);
        members.delete("");
        const news = { kinds: ["ai"], title: `Steward changed the project: ${name}`, body: "" } as const;
        return addressed(event, [...members], () => ({ ...news, taskId: null, projectId: id }));
      }),
  );
}

function commentNews(event: EventRow, found: Found, task: TaskRow | undefined): MemberNews[] {
  const [id = ""] = idsOf(event);
  const comment = found.comments.get(id);
  if (comment === undefined) return [];
  const named = stringsOf(event.payload["mentions"]);
  const mine = task?.assigneeIds ?? [];
  const where = task === undefined ? "" : `: ${task.title}`;
  const { body, projectId, authorName } = comment;
  return addressed(event, [...new Set([...named, ...mine])], (userId) => ({
    kinds: [
      ...(named.includes(userId) ? (["mentioned"] as const) : []),
      ...(mine.includes(userId) ? (["commented"] as const) : []),
      ...(event.actorKind === "agent" ? (["ai"] as const) : []),
    ],
    title: `${authorName} ${named.includes(userId) ? "mentioned you" : "commented"}${where}`,
    body,
    taskId: task?.id ?? null,
    projectId,
  }));
}

/** One item for each recipient except the author, if it has a kind. */
function addressed(
  event: EventRow,
  userIds: readonly string[],
  told: (userId: string) => Omit<MemberNews, "key" | "userId">,
): MemberNews[] {
  return userIds
    .filter((userId) => userId !== event.actorId)
    .map((userId) => ({ ...told(userId), key: `${event.id}:${userId}`, userId }))
    .filter(({ kinds }) => kinds.length > 0);
}

/**
 * Combines many items of a kind in a project, so that an import doesn't send a hundred notifications. The key
 * names the first and last.
 */
function together(all: readonly MemberNews[]): MemberNews[] {
  const groups = Map.groupBy(all, ({ userId, projectId, kinds }) => `${userId} ${projectId} ${kinds[0]}`);
  return [...groups.values()].flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    const kind = first?.kinds[0];
    if (first === undefined || last === undefined || kind === undefined || group.length < TOGETHER_FROM)
      return group;
    const titles = group.slice(0, TITLES_SHOWN).map(({ title }) => title.replace(/^[^:]*: /, ""));
    const more = group.length > TITLES_SHOWN ? [`and ${group.length - TITLES_SHOWN} more`] : [];
    return [
      {
        ...first,
        key: `${first.key}:${last.key}`,
        kinds: [...new Set(group.flatMap(({ kinds }) => kinds))].toSorted(
          (left, right) => Number(right === kind) - Number(left === kind),
        ),
        title: TOGETHER[kind](group.length),
        body: [...titles, ...more].join("\n"),
        taskId: null,
      },
    ];
  });
}

/** The task an event is about; null if none. */
export function taskOf({ payload }: EventRow): string | null {
  const taskId = payload["taskId"];
  if (typeof taskId === "string") return taskId;
  return payload["entity"] === "task" ? (stringsOf(payload["ids"])[0] ?? null) : null;
}

const idsOf = ({ payload }: EventRow): string[] => stringsOf(payload["ids"]);

export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

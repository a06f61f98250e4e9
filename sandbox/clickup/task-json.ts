/** Tasks, lists and comments as ClickUp JSON. */
import {
  NO_FOLDER,
  LISTS,
  MEMBERS,
  STATUSES,
  type Comment,
  type List,
  type Member,
  type Task,
} from "./store.ts";

const COLORS: Readonly<Record<string, string>> = {
  "to do": "#87909e",
  "in progress": "#5f55ee",
  waiting: "#f8ae00",
  complete: "#008844",
};
const PRIORITIES = ["urgent", "high", "normal", "low"];

export function userJson(id: number) {
  const { username, email }: Member = MEMBERS.find((one) => one.id === id) ?? {
    id,
    username: "Somebody",
    email: "somebody@alderfinch.example",
  };
  const initials = username.replace(/[^A-Z]/g, "");
  return { id, username, email, color: "#5f55ee", initials, profilePicture: null };
}

export function statusJson(status: string) {
  const index = STATUSES.findIndex((one) => one === status);
  const type = index === 0 ? "open" : index === STATUSES.length - 1 ? "closed" : "custom";
  return { id: `st_${index}`, status, color: COLORS[status] ?? "#87909e", orderindex: index, type };
}

export function taskJson(task: Task, page: string) {
  const list = LISTS.find(({ id }) => id === task.listId);
  const text = (ms: number | null): string | null => (ms === null ? null : String(ms));
  return {
    id: task.id,
    custom_id: null,
    custom_item_id: 0,
    name: task.name,
    text_content: task.description,
    description: task.description,
    markdown_description: task.description,
    status: statusJson(task.status),
    orderindex: "1.00000000000000000000000000000000",
    date_created: String(task.createdAt),
    date_updated: String(task.updatedAt),
    date_closed: text(task.closedAt),
    date_done: text(task.closedAt),
    archived: false,
    creator: userJson(task.createdBy),
    assignees: task.assignees.map(userJson),
    group_assignees: [],
    watchers: [],
    checklists: [],
    tags: task.tags.map((name) => ({ name, tag_fg: "#fff", tag_bg: "#5f55ee", creator: task.createdBy })),
    parent: null,
    top_level_parent: null,
    priority:
      task.priority === null
        ? null
        : {
            id: String(task.priority),
            priority: PRIORITIES[task.priority - 1] ?? "normal",
            color: "#f8ae00",
            orderindex: String(task.priority),
          },
    due_date: text(task.due),
    start_date: null,
    points: null,
    time_estimate: task.estimate ?? null,
    custom_fields: [],
    dependencies: [],
    linked_tasks: [],
    locations: [],
    team_id: "90110",
    url: `${page}/t/${task.id}`,
    permission_level: "create",
    list: { id: task.listId, name: list?.name ?? "", access: true },
    folder: folderOf(list),
    space: { id: list?.space.id ?? "" },
  };
}

/** Folderless lists are in a hidden folder. */
function folderOf(list: List | undefined) {
  const folder = list?.folder ?? null;
  return { ...(folder ?? NO_FOLDER), hidden: folder === null, access: true };
}

export function listJson(list: List, tasks: readonly Task[]) {
  return {
    id: list.id,
    name: list.name,
    orderindex: 0,
    content: "",
    status: null,
    priority: null,
    assignee: null,
    task_count: tasks.filter(({ listId }) => listId === list.id).length,
    due_date: null,
    start_date: null,
    folder: folderOf(list),
    space: { ...list.space, access: true },
    archived: false,
    override_statuses: false,
    permission_level: "create",
  };
}

export function commentJson({ id, text, by, at }: Comment) {
  return {
    id,
    comment: [{ text }],
    comment_text: text,
    user: { ...userJson(by), profilePicture: "" },
    resolved: false,
    assignee: null,
    assigned_by: null,
    reactions: [],
    date: String(at),
    reply_count: "0",
  };
}

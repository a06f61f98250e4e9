/**
 * ClickUp: the company's tasks, validated against the official specification. Limited to a hundred requests a minute per token, reported
 * only in `X-RateLimit-*`.
 */
import { join } from "node:path";
import { json } from "../service.ts";
import { Answer, defineVendor, Refused, type VendorCall } from "../vendor/define-vendor.ts";
import { openOpenApi } from "../vendor/openapi.ts";
import { whoseAccess } from "../vendor/consent-server.ts";
import { clickUpConsents } from "./consent.ts";
import { applyDeltas } from "./deltas.ts";
import {
  CLICKUP,
  clickUpStore,
  LISTS,
  MEMBERS,
  SPACES,
  STATUSES,
  taskId,
  VIEW,
  type Saved,
  type Task,
} from "./store.ts";
import { commentJson, listJson, statusJson, taskJson, userJson } from "./task-json.ts";

const PAGE = 100;
const COMMENTS = 25;
const A_MINUTE = 100;
const OWNER = 8_100_001;
const ERRORS: Readonly<Record<number, readonly [said: string, code: string]>> = {
  400: ["Invalid request", "INPUT_003"],
  401: ["Token invalid", "OAUTH_025"],
  404: ["Task not found, deleted", "ITEM_013"],
  429: ["Rate limit reached", "APP_002"],
};

/** The caller; a personal token acts as its owner. */
interface Caller {
  readonly id: number;
}
type Call = VendorCall<Saved, Caller>;

/** ClickUp's error body; for 429, with the reset time. */
function refuse(status: number, said?: string, resetAt?: string): Response {
  const [words, ECODE] = ERRORS[status] ?? ["Internal server error", "UNKNOWN"];
  const headers: Record<string, string> =
    status === 429
      ? {
          "x-ratelimit-limit": String(A_MINUTE),
          "x-ratelimit-remaining": "0",
          ...(resetAt === undefined ? {} : { "x-ratelimit-reset": resetAt }),
        }
      : {};
  return json({ err: said ?? words, ECODE }, status, headers);
}

export const createClickUp = defineVendor<Saved, Caller>({
  name: "clickup",
  prefix: "/clickup",
  judge: () => openOpenApi(join(import.meta.dirname, "../specs/clickup.openapi.json"), applyDeltas),
  world: clickUpStore,
  refuse,
  admit({ headers }, _operation, state, context) {
    const nowMs = context.now();
    const given = headers.get("authorization") ?? "";
    const consented = given.startsWith("Bearer ")
      ? whoseAccess(clickUpConsents(context).value, given.slice("Bearer ".length), nowMs)
      : null;
    if (given !== CLICKUP.token && consented === null) throw new Refused(401);
    state.asked = state.asked.filter((at) => at > nowMs - 60_000);
    if (state.asked.length >= A_MINUTE)
      throw new Refused(429, undefined, String(Math.ceil(((state.asked[0] ?? nowMs) + 60_000) / 1000)));
    state.asked.push(nowMs);
    return { id: consented === null ? OWNER : Number(consented) };
  },
  operations: {
    GetAuthorizedUser: ({ caller }) => ({
      user: {
        ...userJson(caller.id),
        profilePicture: "",
        week_start_day: 0,
        global_font_support: true,
        timezone: "America/New_York",
      },
    }),
    GetAuthorizedTeams: () => ({
      teams: [
        {
          ...CLICKUP.settings.workspace,
          color: "#5f55ee",
          avatar: "",
          members: MEMBERS.map(({ id }) => ({ user: { ...userJson(id), profilePicture: "" } })),
        },
      ],
    }),
    GetSpaces: () => ({
      spaces: SPACES.map((space) => ({
        ...space,
        private: false,
        statuses: STATUSES.map(statusJson),
        multiple_assignees: true,
        features: {
          due_dates: {
            enabled: true,
            start_date: false,
            remap_due_dates: false,
            remap_closed_due_date: false,
          },
          time_tracking: { enabled: false },
          tags: { enabled: true },
          time_estimates: { enabled: false },
          checklists: { enabled: true },
        },
      })),
    }),
    GetFolders: ({ state, path }) => ({ folders: foldersOf(state, path["space_id"] ?? "") }),
    GetFolderlessLists: ({ state, path }) => ({
      lists: LISTS.filter(({ folder, space }) => folder === null && space.id === path["space_id"]).map(
        (list) => listJson(list, Object.values(state.tasks)),
      ),
    }),
    GetList: ({ path }) => {
      const list = listOf(path["list_id"]);
      return {
        id: list.id,
        name: list.name,
        space: { ...list.space, access: true },
        statuses: STATUSES.map(statusJson),
      };
    },
    GetListViews: ({ path }) => {
      const list = listOf(path["list_id"]);
      return {
        views: [{ id: `v-${list.id}`, name: VIEW.name, type: "list", parent: { id: list.id, type: 6 } }],
      };
    },
    GetViewTasks: (call) => {
      const list = listOf(/^v-(\d+)$/.exec(call.path["view_id"] ?? "")?.[1]);
      const all = Object.values(call.state.tasks).filter(
        ({ listId, status }) => listId === list.id && status === VIEW.status,
      );
      const from = Number(call.query["page"] ?? 0) * PAGE;
      return { tasks: shown(call, all.slice(from, from + PAGE)), last_page: all.length <= from + PAGE };
    },
    GetFilteredTeamTasks: (call) => {
      const all = filtered(call);
      const from = Number(call.query["page"] ?? 0) * PAGE;
      return { tasks: shown(call, all.slice(from, from + PAGE)), last_page: all.length <= from + PAGE };
    },
    GetTask: (call) => shown(call, [taskOf(call)])[0],
    CreateTask: (call) => {
      const list = listOf(call.path["list_id"]);
      const now = call.context.now();
      const id = taskId(call.state.next++);
      const {
        assignees = [],
        tags = [],
        time_estimate: estimate = null,
        ...fields
      } = call.body as Fields & {
        readonly assignees?: readonly number[];
        readonly tags?: readonly string[];
        readonly time_estimate?: number;
      };
      const task: Task = {
        id,
        listId: list.id,
        name: "",
        description: "",
        status: STATUSES[0],
        priority: null,
        assignees: [],
        tags: tags.map((tag) => tag.toLowerCase()),
        due: null,
        estimate,
        createdAt: now,
        createdBy: OWNER,
        updatedAt: now,
        closedAt: null,
      };
      write(task, fields, now);
      task.assignees = membersOf(assignees);
      call.state.tasks[id] = task;
      return changed(call, task);
    },
    UpdateTask: (call) => {
      const task = taskOf(call);
      const { assignees, ...fields } = call.body as Fields & {
        readonly assignees?: { add: number[]; rem: number[] };
      };
      write(task, fields, call.context.now());
      if (assignees !== undefined)
        task.assignees = [
          ...new Set([
            ...task.assignees.filter((id) => !assignees.rem.includes(id)),
            ...membersOf(assignees.add),
          ]),
        ];
      return changed(call, task);
    },
    DeleteTask: (call) => {
      delete call.state.tasks[taskOf(call).id];
      recorded(call);
      return new Answer(204, null);
    },
    GetTaskComments: (call) => {
      const { id } = taskOf(call);
      const all = call.state.comments
        .filter((one) => one.taskId === id)
        .toSorted((left, right) => right.at - left.at || Number(right.id) - Number(left.id))
        .filter(({ at, id: own }) => {
          const { start, start_id: startId } = call.query;
          if (start === undefined || startId === undefined) return true;
          return at < Number(start) || (at === Number(start) && Number(own) < Number(startId));
        });
      return { comments: all.slice(0, COMMENTS).map(commentJson) };
    },
    CreateTaskComment: (call) => {
      const { id: task } = taskOf(call);
      const at = call.context.now();
      const id = 90_140_000_000 + call.state.next++;
      const { comment_text: text } = call.body as { readonly comment_text: string };
      call.state.comments.push({ id: String(id), taskId: task, by: OWNER, text, at });
      recorded(call);
      return { id: String(id), hist_id: `h${id}`, date: at };
    },
    DeleteComment: (call) => {
      const index = call.state.comments.findIndex(({ id }) => id === call.path["comment_id"]);
      if (index < 0) throw new Refused(404, "Comment not found");
      call.state.comments.splice(index, 1);
      recorded(call);
      return {};
    },
  },
});

interface Fields {
  readonly name?: string;
  readonly markdown_content?: string;
  readonly description?: string;
  readonly status?: string;
  readonly priority?: number | null;
  readonly due_date?: number;
}

function write(task: Task, fields: Fields, now: number): void {
  const { priority } = fields;
  if (priority !== undefined && priority !== null && ![1, 2, 3, 4].includes(priority))
    throw new Refused(400, "Priority invalid");
  task.name = fields.name ?? task.name;
  task.description = describedBy(fields) ?? task.description;
  task.status = fields.status === undefined ? task.status : statusOf(fields.status);
  task.priority = priority === undefined ? task.priority : priority;
  task.due = fields.due_date ?? task.due;
  task.updatedAt = now;
  task.closedAt = task.status === STATUSES.at(-1) ? (task.closedAt ?? now) : null;
}

/** An empty description is ignored; a single space clears it. */
function describedBy({ markdown_content: markdown, description }: Fields): string | undefined {
  const given = markdown || description;
  return given === " " ? "" : given || undefined;
}

function statusOf(asked: string): string {
  const known = STATUSES.find((one) => one === asked.toLowerCase());
  if (known === undefined) throw new Refused(400, "Status not found");
  return known;
}

function membersOf(ids: readonly number[]): number[] {
  if (ids.some((id) => !MEMBERS.some((one) => one.id === id))) throw new Refused(400, "Assignee not found");
  return [...ids];
}

function recorded({ context, request, body }: Call): void {
  context.recordEffect("clickup", request.method, request.path, body ?? null);
}

function changed(call: Call, task: Task) {
  recorded(call);
  return shown(call, [task])[0];
}

function shown({ context }: Pick<Call, "context">, tasks: readonly Task[]) {
  return tasks.map((task) => taskJson(task, `${context.url}/clickup`));
}

function taskOf({ state, path }: Call): Task {
  const task = state.tasks[path["task_id"] ?? ""];
  if (task === undefined) throw new Refused(404);
  return task;
}

function listOf(id: string | undefined) {
  const list = LISTS.find((one) => one.id === id);
  if (list === undefined) throw new Refused(404, "List not found");
  return list;
}

function foldersOf({ tasks }: Saved, spaceId: string) {
  const inSpace = LISTS.filter(({ space }) => space.id === spaceId);
  const folders = new Map(
    inSpace.flatMap(({ folder }) => (folder === null ? [] : [[folder.id, folder] as const])),
  );
  return [...folders.values()].map((folder) => {
    const lists = inSpace.filter((list) => list.folder?.id === folder.id);
    const all = Object.values(tasks);
    return {
      ...folder,
      orderindex: 0,
      override_statuses: false,
      hidden: false,
      space: { id: spaceId, name: lists[0]?.space.name ?? "", access: true },
      task_count: String(all.filter(({ listId }) => lists.some(({ id }) => id === listId)).length),
      lists: lists.map((list) => listJson(list, all)),
    };
  });
}

/** Tasks matching a filter, in its order. */
function filtered({ state, query }: Call): Task[] {
  const asked = query as Readonly<Record<string, string[] | number | boolean | string | undefined>>;
  const isIn = (name: string, values: readonly string[]): boolean => {
    const wanted = asked[`${name}[]`] as readonly string[] | undefined;
    return wanted === undefined || wanted.some((one) => values.includes(one));
  };
  const isWithin = (name: string, ms: number | null): boolean => {
    const [gt, lt] = [asked[`${name}_gt`], asked[`${name}_lt`]] as (number | undefined)[];
    if (gt === undefined && lt === undefined) return true;
    return ms !== null && ms > (gt ?? -Infinity) && ms < (lt ?? Infinity);
  };
  const timeOf = (task: Task): number => {
    if (asked["order_by"] === "due_date") return task.due ?? 0;
    return asked["order_by"] === "updated" ? task.updatedAt : task.createdAt;
  };
  const sign = asked["reverse"] === true ? 1 : -1;
  return Object.values(state.tasks)
    .filter(
      (task) =>
        (asked["include_closed"] === true || task.closedAt === null) &&
        isIn("space_ids", [LISTS.find(({ id }) => id === task.listId)?.space.id ?? ""]) &&
        isIn("list_ids", [task.listId]) &&
        isIn("statuses", [task.status]) &&
        isIn("tags", task.tags) &&
        isIn("assignees", task.assignees.map(String)) &&
        isWithin("due_date", task.due) &&
        isWithin("date_updated", task.updatedAt) &&
        isWithin("date_created", task.createdAt),
    )
    .sort((left, right) => sign * (timeOf(left) - timeOf(right)));
}

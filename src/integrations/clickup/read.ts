/** Reads lists, tasks and comments, only from the connection's spaces. Changes nothing. */
import type * as z from "zod";
import type { ClickUpSettings } from "./connection.ts";
import type { OpenConnection, StoredTask, TaskComment, TaskMember } from "../connections/index.ts";
import { orNull, type JsonCall } from "../json-client.ts";
import type { ClickUpClient } from "./client.ts";
import {
  commentsSchema,
  foldersSchema,
  listsSchema,
  parseAnswer,
  taskSchema,
  tasksSchema,
  viewsSchema,
  wholeListSchema,
  workspacesSchema,
} from "./parse.ts";

/** An opened ClickUp connection for reads and writes. */
export interface ClickUpAccount {
  readonly connection: OpenConnection<ClickUpSettings>;
  readonly client: ClickUpClient;
}

export interface TaskList {
  readonly id: string;
  readonly name: string;
  readonly folder: string | null;
  readonly space: string;
  readonly taskCount: number | null;
}

/** Task filter; empty matches all. */
export interface TaskFilter {
  readonly listIds?: readonly string[] | undefined;
  readonly assigneeIds?: readonly number[] | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly isClosedToo?: boolean | undefined;
  /** Milliseconds, exclusive. */
  readonly dueAfter?: number | undefined;
  readonly dueBefore?: number | undefined;
  readonly updatedAfter?: number | undefined;
  readonly createdAfter?: number | undefined;
  readonly orderBy?: "due_date" | "updated" | "created";
}

export interface TaskPage {
  readonly tasks: readonly StoredTask[];
  readonly more: boolean;
}

/** ClickUp's fixed page size. */
const TASKS_A_PAGE = 100;

async function get<Schema extends z.ZodType>(
  { client }: ClickUpAccount,
  path: string,
  schema: Schema,
  query: JsonCall["query"] = {},
): Promise<z.output<Schema>> {
  return parseAnswer(schema, await client({ method: "GET", path, query }));
}

/** The lists of the spaces in scope. */
export async function readLists(account: ClickUpAccount): Promise<TaskList[]> {
  const perSpace = await Promise.all(
    account.connection.settings.spaces.map(async ({ id, name: space }) => {
      const [{ folders }, { lists }] = await Promise.all([
        get(account, `/v2/space/${id}/folder`, foldersSchema, { archived: false }),
        get(account, `/v2/space/${id}/list`, listsSchema, { archived: false }),
      ]);
      return [
        ...lists.map((list) => listOf(list, null, space)),
        ...folders.flatMap((folder) => folder.lists.map((list) => listOf(list, folder.name, space))),
      ];
    }),
  );
  return perSpace.flat();
}

function listOf(
  { id, name, task_count: count }: z.output<typeof listsSchema>["lists"][number],
  folder: string | null,
  space: string,
): TaskList {
  return { id, name, folder, space, taskCount: count === null || count === undefined ? null : Number(count) };
}

/** A list by ID, with its statuses in order; null if it isn't in the spaces in scope. */
export async function findList(
  account: ClickUpAccount,
  listId: string,
): Promise<{ readonly statuses: readonly string[] } | null> {
  const list = await orNull(get(account, `/v2/list/${listId}`, wholeListSchema));
  if (list === null || !isInScope(account, list.space.id)) return null;
  return { statuses: (list.statuses ?? []).map(({ status }) => status) };
}

/** The saved views of a list. */
export async function readViews(
  account: ClickUpAccount,
  listId: string,
): Promise<{ readonly id: string; readonly name: string }[]> {
  const { views } = await get(account, `/v2/list/${listId}/view`, viewsSchema);
  return views.map(({ id, name }) => ({ id, name }));
}

/** All workspace members. */
export async function readMembers(account: ClickUpAccount): Promise<readonly TaskMember[]> {
  const { teams } = await get(account, "/v2/team", workspacesSchema);
  return teams.find(({ id }) => id === account.connection.settings.workspace.id)?.members ?? [];
}

/** A page of the tasks in scope; `page` starts at 0. */
export async function readTasks(
  account: ClickUpAccount,
  filter: TaskFilter,
  page: number,
): Promise<TaskPage> {
  const { workspace, spaces } = account.connection.settings;
  const orderBy = filter.orderBy ?? "due_date";
  const { tasks, last_page: isLast } = await get(account, `/v2/team/${workspace.id}/task`, tasksSchema, {
    page,
    order_by: orderBy,
    // ClickUp sorts newest first; due dates should be nearest first.
    reverse: orderBy === "due_date",
    subtasks: true,
    include_closed: filter.isClosedToo === true,
    "space_ids[]": spaces.map(({ id }) => id),
    "list_ids[]": filter.listIds,
    "assignees[]": filter.assigneeIds?.map(String),
    "statuses[]": filter.statuses,
    "tags[]": filter.tags,
    due_date_gt: filter.dueAfter,
    due_date_lt: filter.dueBefore,
    date_updated_gt: filter.updatedAfter,
    date_created_gt: filter.createdAfter,
  });
  return pageOf(account, tasks, isLast);
}

/** A page of a view's tasks; `page` starts at 0. */
export async function readView(account: ClickUpAccount, viewId: string, page: number): Promise<TaskPage> {
  const path = `/v2/view/${encodeURIComponent(viewId)}/task`;
  const { tasks, last_page: isLast } = await get(account, path, tasksSchema, { page });
  return pageOf(account, tasks, isLast);
}

function pageOf(account: ClickUpAccount, tasks: readonly StoredTask[], isLast?: boolean): TaskPage {
  return {
    tasks: tasks.filter((task) => isInScope(account, task.spaceId)),
    more: isLast === undefined ? tasks.length === TASKS_A_PAGE : !isLast,
  };
}

function isInScope({ connection }: ClickUpAccount, spaceId: string): boolean {
  return connection.settings.spaces.some(({ id }) => id === spaceId);
}

/** A task by ID; null if it isn't in the spaces in scope. */
export async function findTask(account: ClickUpAccount, taskId: string): Promise<StoredTask | null> {
  const query = { include_markdown_description: true };
  const task = await orNull(get(account, `/v2/task/${encodeURIComponent(taskId)}`, taskSchema, query));
  return task !== null && isInScope(account, task.spaceId) ? task : null;
}

/** ClickUp's page size for comments, newest first. */
export const COMMENTS_READ = 25;

/** The newest comments on a task, or the newest older than a given one, oldest first. */
export async function readComments(
  account: ClickUpAccount,
  taskId: string,
  olderThan?: Pick<TaskComment, "id" | "at">,
): Promise<TaskComment[]> {
  const path = `/v2/task/${encodeURIComponent(taskId)}/comment`;
  const query = olderThan === undefined ? {} : { start: Date.parse(olderThan.at), start_id: olderThan.id };
  const { comments } = await get(account, path, commentsSchema, query);
  return comments.toSorted((left, right) => left.at.localeCompare(right.at));
}

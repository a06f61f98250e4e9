/** Writes tasks to ClickUp. Called by effects only. */
import * as z from "zod";
import { TASK_PRIORITIES, type TaskPriority } from "../connections/index.ts";
import { orNull } from "../json-client.ts";
import { parseAnswer } from "./parse.ts";
import type { ClickUpAccount } from "./read.ts";

/** Writable task fields; absent ones stay unchanged. `description` is Markdown, `due` in Unix ms. */
export interface TaskFields {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: string | undefined;
  readonly priority?: TaskPriority | undefined;
  readonly due?: { readonly atMs: number; readonly hasTime: boolean } | undefined;
}

/** Fields that only a new task takes: ClickUp changes tags by calls of their own. */
interface NewTask extends TaskFields {
  readonly name: string;
  readonly assigneeIds: readonly number[];
  readonly tags: readonly string[];
  readonly estimateMs: number | null;
}

const createdSchema = z.object({ id: z.string(), url: z.string().optional() });
const commentedSchema = z.object({ id: z.union([z.string(), z.number()]).transform(String) });

function fieldsOf({ name, description, status, priority, due }: TaskFields): Record<string, unknown> {
  return {
    ...(name === undefined ? {} : { name }),
    ...described(description),
    ...(status === undefined ? {} : { status }),
    ...(priority === undefined ? {} : { priority: TASK_PRIORITIES.indexOf(priority) + 1 }),
    ...(due === undefined ? {} : { due_date: due.atMs, due_date_time: due.hasTime }),
  };
}

/** An empty description is sent as one space: nothing else clears it (developer.clickup.com, "Update task"; read 2026-11-23). */
function described(description: string | undefined): Record<string, string> {
  if (description === undefined) return {};
  return description === "" ? { description: " " } : { markdown_content: description };
}

export async function createTask(
  { client }: ClickUpAccount,
  listId: string,
  fields: NewTask,
): Promise<{ readonly id: string; readonly url?: string | undefined }> {
  const { assigneeIds, tags, estimateMs, ...rest } = fields;
  const body = {
    ...fieldsOf(rest),
    assignees: assigneeIds,
    ...(tags.length === 0 ? {} : { tags }),
    ...(estimateMs === null ? {} : { time_estimate: estimateMs }),
  };
  const answer = await client({ method: "POST", path: `/v2/list/${listId}/task`, body });
  return parseAnswer(createdSchema, answer, "unknown");
}

export async function updateTask(
  { client }: ClickUpAccount,
  taskId: string,
  fields: TaskFields,
  assignees: { readonly add: readonly number[]; readonly rem: readonly number[] } | null,
): Promise<void> {
  const body = { ...fieldsOf(fields), ...(assignees === null ? {} : { assignees }) };
  await client({ method: "PUT", path: `/v2/task/${encodeURIComponent(taskId)}`, body });
}

export async function deleteTask({ client }: ClickUpAccount, taskId: string): Promise<void> {
  await client({ method: "DELETE", path: `/v2/task/${encodeURIComponent(taskId)}` });
}

/** ClickUp notifies assignees and watchers, but not the token's owner. */
export async function commentTask(
  { client }: ClickUpAccount,
  taskId: string,
  text: string,
): Promise<{ readonly id: string }> {
  const body = { comment_text: text, notify_all: false };
  const path = `/v2/task/${encodeURIComponent(taskId)}/comment`;
  return parseAnswer(commentedSchema, await client({ method: "POST", path, body }), "unknown");
}

/** Idempotent. */
export async function deleteComment({ client }: ClickUpAccount, commentId: string): Promise<void> {
  await orNull(client({ method: "DELETE", path: `/v2/comment/${encodeURIComponent(commentId)}` }));
}

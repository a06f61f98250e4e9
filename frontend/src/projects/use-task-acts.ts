/** Task actions: optimistic everywhere, reverted if the server refuses, with *Undo*. */
import { useMemo } from "react";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { projectsEndpoints, PROJECT_LIMITS } from "../../../src/projects/api/projects.ts";
import {
  tasksEndpoints,
  type NewTask,
  type Task,
  type TaskLine,
  type TaskPatch,
} from "../../../src/projects/api/projects-tasks.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { taskQuery } from "./project-queries.ts";
import { newId } from "../api/storage.ts";
import { toastError, toasts, toastWithUndo } from "../components/toasts.ts";
import { count } from "../components/words.ts";
import "./task-news.ts";
import { changeSentence } from "./change-words.ts";
import { changeOf, showChange, showNew, showRemoval, snapshot } from "./task-cache.ts";

export type Changed = Pick<TaskLine, "id" | "version" | "title">;

export interface TaskActs {
  /** `words` are shown in a toast with *Undo*; without them there is no toast. True if saved. */
  readonly change: (task: Changed, patch: TaskPatch, words?: string) => Promise<boolean>;
  readonly changeMany: (tasks: readonly Changed[], patch: TaskPatch, words: string) => Promise<void>;
  /** The new task as saved by the server; null if refused. */
  readonly create: (task: NewTask, projectName: string) => Promise<Task | null>;
  readonly remove: (task: Changed) => Promise<boolean>;
}

export function useTaskActs(): TaskActs {
  const client = useQueryClient();
  return useMemo(() => actsWith(client), [client]);
}

/** Changes to one task run in order: the second names the version that the first created. */
const versions = new Map<string, number>();
const queues = new Map<string, Promise<unknown>>();

function inTurn<Result>(id: string, act: () => Promise<Result>): Promise<Result> {
  const before = queues.get(id) ?? Promise.resolve();
  const now = before.then(act, act);
  queues.set(id, now);
  void now.finally(() => {
    if (queues.get(id) === now) queues.delete(id);
  });
  return now;
}

/** Newest known version of a task. */
const versionOf = ({ id, version }: Changed): number => Math.max(version, versions.get(id) ?? 0);

function actsWith(client: QueryClient): TaskActs {
  return {
    change: (task, patch, words) => changeOne(client, task, patch, words),
    changeMany: (tasks, patch, words) => changeMany(client, tasks, patch, words),
    create: (task, projectName) => createOne(client, task, projectName),
    remove: (task) => removeOne(client, task),
  };
}

/** Refetches what a list of tasks doesn't include. */
function renew(client: QueryClient): void {
  for (const part of ["one", "task", "changes", "list"])
    void client.invalidateQueries({ queryKey: ["projects", part] });
}

async function changeOne(
  client: QueryClient,
  task: Changed,
  patch: TaskPatch,
  words: string | undefined,
): Promise<boolean> {
  await client.cancelQueries({ queryKey: ["projects"] });
  const putBack = snapshot(client);
  showChange(client, task.id, changeOf(patch));
  try {
    const { record, changeId } = await inTurn(task.id, () =>
      call(tasksEndpoints.update, { params: { id: task.id }, body: { ...patch, version: versionOf(task) } }),
    );
    versions.set(task.id, record.version);
    showChange(client, task.id, record);
    if (words !== undefined) offerUndo(client, words, [changeId]);
    renew(client);
    return true;
  } catch (error) {
    putBack();
    await refused(client, error, task, patch);
    return false;
  }
}

async function changeMany(
  client: QueryClient,
  tasks: readonly Changed[],
  patch: TaskPatch,
  words: string,
): Promise<void> {
  await client.cancelQueries({ queryKey: ["projects"] });
  const putBack = snapshot(client);
  for (const { id } of tasks) showChange(client, id, changeOf(patch));
  const changeIds: string[] = [];
  const failed: string[] = [];
  try {
    for (let from = 0; from < tasks.length; from += PROJECT_LIMITS.bulk) {
      const part = tasks.slice(from, from + PROJECT_LIMITS.bulk);
      const answer = await call(tasksEndpoints.updateMany, {
        body: { changes: part.map((task) => ({ id: task.id, version: versionOf(task), patch })) },
      });
      for (const { record, changeId } of answer.items) {
        versions.set(record.id, record.version);
        showChange(client, record.id, record);
        changeIds.push(changeId);
      }
      failed.push(...answer.refused.map(({ message }) => message));
    }
  } catch (error) {
    putBack();
    toastError(error);
    await client.invalidateQueries({ queryKey: ["projects"] });
    return;
  }
  if (changeIds.length > 0) offerUndo(client, words, changeIds);
  if (failed.length === 0) return renew(client);
  toasts.add({
    variant: "error",
    title: `${count(failed.length, "task")} didn’t change.`,
    description: `${failed[0] ?? ""} Check them, then try again.`,
    timeout: 12_000,
  });
  await client.invalidateQueries({ queryKey: ["projects"] });
}

async function createOne(client: QueryClient, task: NewTask, projectName: string): Promise<Task | null> {
  try {
    const { record } = await call(tasksEndpoints.create, { body: { ...task, id: task.id ?? newId() } });
    showNew(client, { ...record, projectName, blockedBy: 0 });
    renew(client);
    return record;
  } catch (error) {
    toastError(error);
    return null;
  }
}

async function removeOne(client: QueryClient, task: Changed): Promise<boolean> {
  await client.cancelQueries({ queryKey: ["projects"] });
  const putBack = snapshot(client);
  showRemoval(client, task.id);
  try {
    const { changeId } = await call(tasksEndpoints.remove, {
      params: { id: task.id },
      query: { version: versionOf(task) },
    });
    offerUndo(client, `Deleted “${task.title.slice(0, 60)}”.`, [changeId]);
    renew(client);
    return true;
  } catch (error) {
    putBack();
    toastError(error);
    await client.invalidateQueries({ queryKey: ["projects"] });
    return false;
  }
}

let lastUndo: (() => void) | null = null;

/** Undoes the last change made here, while that is still offered. */
export function undoLastChange(): void {
  lastUndo?.();
}

/** Reports a change and undoes it on request. */
export function offerUndo(client: QueryClient, words: string, changeIds: readonly string[]): void {
  const undo = (): void => {
    toasts.close(id);
    lastUndo = null;
    void takeBack(client, changeIds);
  };
  const id = toastWithUndo({ title: words, timeout: 8000 }, undo);
  lastUndo = undo;
}

/** Undoes changes, newest first. */
export async function takeBack(client: QueryClient, changeIds: readonly string[]): Promise<boolean> {
  try {
    for (const id of changeIds.toReversed()) await call(projectsEndpoints.undo, { params: { id } });
    versions.clear();
    toasts.add({ title: "Undone.", timeout: 3000 });
    return true;
  } catch (error) {
    toastError(error);
    return false;
  } finally {
    await client.invalidateQueries({ queryKey: ["projects"] });
  }
}

/** After a conflict: shows the other person's change and offers to apply one's own on top. */
async function refused(client: QueryClient, error: unknown, task: Changed, patch: TaskPatch): Promise<void> {
  if (!(error instanceof ApiError) || error.code !== "changed") {
    toastError(error);
    void client.invalidateQueries({ queryKey: ["projects"] });
    return;
  }
  const sheet = await client.fetchQuery({ ...taskQuery(task.id), staleTime: 0 }).catch(() => null);
  if (sheet === null) return toastError(error);
  versions.set(task.id, sheet.task.version);
  showChange(client, task.id, sheet.task);
  const [theirs] = sheet.changes;
  const toast = toasts.add({
    variant: "warning",
    title: "Someone else changed this task first. Nothing you did was saved.",
    description: theirs === undefined ? "It shows the newest version now." : changeSentence(theirs),
    timeout: 20_000,
    actions: [
      {
        children: "Apply mine anyway",
        variant: "secondary",
        onClick: () => {
          toasts.close(toast);
          void changeOne(client, sheet.task, patch, "Changed.");
        },
      },
    ],
  });
}

/** Tasks in cached answers: one change shows everywhere. Pure except for the client passed in. */
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type {
  Task,
  TaskLine,
  TaskPatch,
  BoardColumnOf,
  TaskSheet,
  TimelineBar,
} from "../../../src/projects/api/projects-tasks.ts";

export interface TaskPage {
  readonly items: readonly TaskLine[];
  readonly nextCursor: string | null;
}

export type Change = Partial<TaskLine> & Pick<Partial<Task>, "description">;

/** The optimistic part of a patch; the server computes the rest. */
export function changeOf(patch: TaskPatch): Change {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Change;
}

const byOrder = (left: TaskLine, right: TaskLine): number =>
  left.sortOrder - right.sortOrder || left.id.localeCompare(right.id);

/** The columns with a task changed, in the column and at the place it belongs to then. */
export function changedBoard(
  columns: readonly BoardColumnOf[],
  id: string,
  change: Change,
): readonly BoardColumnOf[] {
  const from = columns.find(({ items }) => items.some((item) => item.id === id));
  const task = from?.items.find((item) => item.id === id);
  if (from === undefined || task === undefined) return columns;
  const now: TaskLine = { ...task, ...change };
  return columns.map((column) => {
    const isTo = column.status === now.status;
    if (column !== from && !isTo) return column;
    const others = column.items.filter((item) => item.id !== id);
    const items = isTo ? [...others, now].toSorted(byOrder) : others;
    const count = column.count + (isTo ? 1 : 0) - (column === from ? 1 : 0);
    return { ...column, items, count };
  });
}

/** The columns with a task that's new to them. */
export function boardWith(columns: readonly BoardColumnOf[], task: TaskLine): readonly BoardColumnOf[] {
  if (columns.some(({ items }) => items.some(({ id }) => id === task.id))) return columns;
  return columns.map((column) =>
    column.status === task.status
      ? { ...column, count: column.count + 1, items: [...column.items, task].toSorted(byOrder) }
      : column,
  );
}

export function boardWithout(columns: readonly BoardColumnOf[], id: string): readonly BoardColumnOf[] {
  return columns.map((column) => {
    const items = column.items.filter((item) => item.id !== id);
    return items.length === column.items.length ? column : { ...column, items, count: column.count - 1 };
  });
}

type Pages = InfiniteData<TaskPage, string | undefined>;
type Bars = InfiniteData<{ readonly items: readonly TimelineBar[] }, string | undefined>;

/** The bars of every page with something done to them. */
function withBars(
  client: QueryClient,
  change: (bars: readonly TimelineBar[]) => readonly TimelineBar[],
): void {
  client.setQueriesData<Bars>(
    { queryKey: ["projects", "timeline"] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
}

function changedPages(data: Pages, id: string, change: Change): Pages {
  if (!data.pages.some(({ items }) => items.some((item) => item.id === id))) return data;
  return {
    ...data,
    pages: data.pages.map((page) =>
      page.items.some((item) => item.id === id)
        ? { ...page, items: page.items.map((item) => (item.id === id ? { ...item, ...change } : item)) }
        : page,
    ),
  };
}

function changedSheet(sheet: TaskSheet, id: string, change: Change): TaskSheet {
  const named = <Ref extends { id: string }>(refs: Ref[]): Ref[] =>
    refs.map((ref) => (ref.id === id ? { ...ref, ...change } : ref));
  return {
    ...sheet,
    task: sheet.task.id === id ? { ...sheet.task, ...change } : sheet.task,
    subtasks: named(sheet.subtasks),
  };
}

const LISTS = [
  ["projects", "tasks"],
  ["projects", "mine"],
] as const;

/** Shows a change of a task everywhere. Whether any list held it. */
export function showChange(client: QueryClient, id: string, change: Change): boolean {
  let isHeld = false;
  const noted = <Data>(before: Data, after: Data): Data => {
    isHeld ||= before !== after;
    return after;
  };
  for (const queryKey of LISTS)
    client.setQueriesData<Pages>({ queryKey }, (data) => data && noted(data, changedPages(data, id, change)));
  client.setQueriesData<readonly BoardColumnOf[]>(
    { queryKey: ["projects", "board"] },
    (columns) => columns && noted(columns, changedBoard(columns, id, change)),
  );
  withBars(client, (bars) => bars.map((bar) => (bar.id === id ? { ...bar, ...change } : bar)));
  client.setQueriesData<TaskSheet>(
    { queryKey: ["projects", "task"] },
    (sheet) => sheet && changedSheet(sheet, id, change),
  );
  return isHeld;
}

/** Removes a task from every list. */
export function showRemoval(client: QueryClient, id: string): void {
  for (const queryKey of LISTS)
    client.setQueriesData<Pages>(
      { queryKey },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.filter((item) => item.id !== id),
          })),
        },
    );
  client.setQueriesData<readonly BoardColumnOf[]>(
    { queryKey: ["projects", "board"] },
    (columns) => columns && boardWithout(columns, id),
  );
  withBars(client, (bars) => bars.filter((bar) => bar.id !== id));
}

/** Adds a new task to the end of its project's lists; a subtask only to its parent's sheet. */
export function showNew(client: QueryClient, task: TaskLine): void {
  if (task.parentId !== null) return;
  client.setQueriesData<readonly BoardColumnOf[]>(
    { queryKey: ["projects", "board", task.projectId] },
    (columns) => columns && boardWith(columns, task),
  );
  client.setQueriesData<Pages>({ queryKey: ["projects", "tasks", task.projectId] }, (data) => {
    const last = data?.pages.at(-1);
    if (data === undefined || last === undefined || last.nextCursor !== null) return data;
    if (data.pages.some(({ items }) => items.some(({ id }) => id === task.id))) return data;
    return { ...data, pages: [...data.pages.slice(0, -1), { ...last, items: [...last.items, task] }] };
  });
}

/** All cached task data, to restore if the server refuses. */
export function snapshot(client: QueryClient): () => void {
  const kept = ["tasks", "mine", "board", "timeline", "task"].flatMap((part) =>
    client.getQueriesData({ queryKey: ["projects", part] }),
  );
  return () => {
    for (const [key, data] of kept) client.setQueryData(key, data);
  };
}

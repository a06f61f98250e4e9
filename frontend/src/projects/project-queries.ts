/** Queries of the project pages. Every key begins with `projects`, so that the feed can refetch all of them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { projectsEndpoints } from "../../../src/projects/api/projects.ts";
import {
  automationsEndpoints,
  customFieldsEndpoints,
  formsEndpoints,
  goalsEndpoints,
  projectDocumentsEndpoints,
  projectViewsEndpoints,
  ratesEndpoints,
  remindersEndpoints,
  tagsEndpoints,
} from "../../../src/projects/api/projects-records.ts";
import {
  tasksEndpoints,
  type BoardColumnOf,
  type TaskFilter,
  type TaskSort,
} from "../../../src/projects/api/projects-tasks.ts";
import { call } from "../api/call.ts";
import { pagedQuery } from "../api/paged.ts";

const MINUTES_MS = 300_000;
/** Tasks of a page, and bars of one: each stays below 50 KiB. */
const PAGE = 60;
const BARS = 120;

export function projectsQuery(words: string, status: string | undefined) {
  return pagedQuery(
    ["projects", "list", words, status ?? ""],
    ({ cursor, signal }) =>
      call(projectsEndpoints.list, {
        signal,
        query: { q: words || undefined, status, cursor, limit: 50, sort: "name" },
      }),
    { keepPrevious: true },
  );
}

export function projectQuery(id: string) {
  return queryOptions({
    queryKey: ["projects", "one", id],
    queryFn: ({ signal }) => call(projectsEndpoints.get, { signal, params: { id } }),
  });
}

/** The initial cards of each column; further ones are a list of that status, loaded on scroll. */
const BOARD_CARDS = 10;
/** Page size for further cards. */
const MORE_CARDS = 50;

/** The board. A refetch loads as many cards per column as are shown, so the reader keeps their place. */
export function boardQuery(id: string, filter: TaskFilter) {
  const queryKey = ["projects", "board", id, filter];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const query = { ...filter, limit: BOARD_CARDS };
      const { columns } = await call(tasksEndpoints.board, { signal, params: { id }, query });
      const shown = client.getQueryData<readonly BoardColumnOf[]>(queryKey);
      return Promise.all(
        columns.map(async (column) => {
          const before = shown?.find(({ status }) => status === column.status)?.items.length ?? 0;
          let now = column;
          while (now.items.length < before && now.nextCursor !== null)
            now = await withMoreCards(id, filter, now, signal);
          return now;
        }),
      );
    },
    placeholderData: keepPreviousData,
  });
}

/** A column with its next cards. */
export async function withMoreCards(
  projectId: string,
  filter: TaskFilter,
  column: BoardColumnOf,
  signal?: AbortSignal,
): Promise<BoardColumnOf> {
  const { status } = column;
  const cursor = column.nextCursor ?? undefined;
  const page = await call(tasksEndpoints.list, {
    ...(signal === undefined ? {} : { signal }),
    query: { ...filter, projectId, parentId: "none", status, sort: "manual", cursor, limit: MORE_CARDS },
  });
  const known = new Set(column.items.map(({ id }) => id));
  const items = [...column.items, ...page.items.filter(({ id }) => !known.has(id))];
  return { ...column, items, nextCursor: page.nextCursor };
}

export function tasksQuery(projectId: string, filter: TaskFilter, sort: TaskSort) {
  return pagedQuery(
    ["projects", "tasks", projectId, filter, sort],
    ({ cursor, signal }) =>
      call(tasksEndpoints.list, {
        signal,
        query: { ...filter, projectId, parentId: "none", sort, cursor, limit: PAGE },
      }),
    { keepPrevious: true },
  );
}

/** The bars, page by page: the first ones render while the others load. */
export function timelineQuery(id: string) {
  return pagedQuery(["projects", "timeline", id], ({ cursor, signal }) =>
    call(tasksEndpoints.timeline, { signal, params: { id }, query: { cursor, limit: BARS } }),
  );
}

export function taskQuery(id: string) {
  return queryOptions({
    queryKey: ["projects", "task", id],
    queryFn: ({ signal }) => call(tasksEndpoints.get, { signal, params: { id } }),
  });
}

export function myWorkQuery(userId: string | undefined) {
  return pagedQuery(["projects", "mine", userId ?? ""], ({ cursor, signal }) =>
    call(tasksEndpoints.mine, { signal, query: { userId, cursor, limit: PAGE } }),
  );
}

/** Projects and tasks the palette's words name. */
export function foundProjectsQuery(words: string) {
  return queryOptions({
    queryKey: ["projects", "found", words],
    queryFn: async ({ signal }) =>
      (
        await call(projectsEndpoints.list, {
          signal,
          query: { q: words || undefined, limit: 5, sort: words === "" ? "updated" : "name" },
        })
      ).items,
    placeholderData: keepPreviousData,
  });
}

export function projectChangesQuery(id: string) {
  return pagedQuery(["projects", "changes", id], ({ cursor, signal }) =>
    call(projectsEndpoints.changes, { signal, params: { id }, query: { cursor, limit: 50 } }),
  );
}

export const tagsQuery = queryOptions({
  queryKey: ["projects", "tags"],
  queryFn: async ({ signal }) => (await call(tagsEndpoints.list, { signal, query: { limit: 200 } })).items,
  staleTime: MINUTES_MS,
});

export function customFieldsQuery(projectId: string) {
  return queryOptions({
    queryKey: ["projects", "fields", projectId],
    queryFn: async ({ signal }) =>
      (await call(customFieldsEndpoints.list, { signal, query: { projectId, limit: 200 } })).items,
    staleTime: MINUTES_MS,
  });
}

export function viewsQuery(projectId: string) {
  return queryOptions({
    queryKey: ["projects", "views", projectId],
    queryFn: async ({ signal }) =>
      (await call(projectViewsEndpoints.list, { signal, query: { projectId, limit: 200 } })).items,
    staleTime: MINUTES_MS,
  });
}

export function remindersQuery(taskId: string) {
  return queryOptions({
    queryKey: ["projects", "reminders", taskId],
    queryFn: async ({ signal }) =>
      (await call(remindersEndpoints.list, { signal, query: { taskId, limit: 50 } })).items,
  });
}

export function goalsQuery(projectId: string) {
  return queryOptions({
    queryKey: ["projects", "goals", projectId],
    queryFn: async ({ signal }) =>
      (await call(goalsEndpoints.list, { signal, query: { projectId, limit: 200 } })).items,
  });
}

export function formsQuery(projectId: string) {
  return queryOptions({
    queryKey: ["projects", "forms", projectId],
    queryFn: async ({ signal }) =>
      (await call(formsEndpoints.list, { signal, query: { projectId, limit: 200 } })).items,
  });
}

export function submissionsQuery(id: string) {
  return pagedQuery(["projects", "submissions", id], ({ cursor, signal }) =>
    call(formsEndpoints.submissions, { signal, params: { id }, query: { cursor, limit: 20 } }),
  );
}

export function automationsQuery(projectId: string) {
  return queryOptions({
    queryKey: ["projects", "automations", projectId],
    queryFn: async ({ signal }) =>
      (await call(automationsEndpoints.list, { signal, query: { projectId, limit: 200 } })).items,
  });
}

export function documentsQuery(projectId: string) {
  return pagedQuery(["projects", "documents", projectId], ({ cursor, signal }) =>
    call(projectDocumentsEndpoints.list, { signal, query: { projectId, cursor, limit: 50 } }),
  );
}

/** Whether a project has a statement of work. */
export function hasStatementQuery(projectId: string) {
  return queryOptions({
    queryKey: ["projects", "documents", "sow", projectId],
    queryFn: async ({ signal }) =>
      (await call(projectDocumentsEndpoints.list, { signal, query: { projectId, kind: "sow", limit: 1 } }))
        .items.length > 0,
  });
}

/** The document stored in a file; null if the file is none. */
export function documentAtQuery(path: string) {
  return queryOptions({
    queryKey: ["projects", "documents", "at", path],
    queryFn: async ({ signal }) =>
      (await call(projectDocumentsEndpoints.list, { signal, query: { path, limit: 1 } })).items[0] ?? null,
  });
}

export const ratesQuery = queryOptions({
  queryKey: ["projects", "rates"],
  queryFn: async ({ signal }) => (await call(ratesEndpoints.list, { signal, query: { limit: 200 } })).items,
});

/**
 * Projects, tasks and comments as search sources. Everything of a project is on its shelf: deleting the
 * project hides all of it, restoring it brings all back.
 */
import { and, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { among, byIds, type TenantDb } from "../platform/db/index.ts";
import { comments, customFieldDefinitions } from "./tables/projects-more.ts";
import { projects, tasks } from "./tables/projects.ts";
import type { SearchItem } from "../platform/api/search-items.ts";
import type { SearchSource } from "../platform/search-sources.ts";

type Project = typeof projects.$inferSelect;
type Task = typeof tasks.$inferSelect;
type Comment = typeof comments.$inferSelect;

/** Maximum comments reindexed with a task. */
const MOST_COMMENTS = 2_000;
const MOST_DELETED = 1_000;

/** By name and description. */
export function projectSource(db: TenantDb): SearchSource {
  const order = [projects.updatedAt, projects.id];
  return {
    load: async (ids) =>
      (await db.rows(projects, byIds(projects.id, ids, isNull(projects.deletedAt)))).map(ofProject),
    async page(after, limit) {
      const there = and(isNull(projects.deletedAt), beyond(order, after));
      const rows = await db
        .rows(projects, there)
        .orderBy(...order)
        .limit(limit);
      return {
        items: rows.map(ofProject),
        next: placeOf(rows, limit, ({ updatedAt, id }) => [updatedAt, id]),
      };
    },
  };
}

/** By title, description and the team's own fields. */
export function taskSource(db: TenantDb): SearchSource {
  const order = [tasks.projectId, tasks.updatedAt, tasks.id];
  return {
    load: async (ids) => tasksOf(db, await db.rows(tasks, byIds(tasks.id, ids, isNull(tasks.deletedAt)))),
    async page(after, limit) {
      const there = and(isNull(tasks.deletedAt), beyond(order, after));
      const rows = await db
        .rows(tasks, there)
        .orderBy(...order)
        .limit(limit);
      const next = placeOf(rows, limit, ({ projectId, updatedAt, id }) => [projectId, updatedAt, id]);
      return { items: await tasksOf(db, rows), next };
    },
  };
}

/** Comments on projects and on existing tasks. */
export function commentSource(db: TenantDb): SearchSource {
  const order = [comments.updatedAt, comments.id];
  return {
    load: async (ids) =>
      commentsOf(db, await db.rows(comments, byIds(comments.id, ids, isNull(comments.deletedAt)))),
    async page(after, limit) {
      const there = and(isNull(comments.deletedAt), beyond(order, after));
      const rows = await db
        .rows(comments, there)
        .orderBy(...order)
        .limit(limit);
      const next = placeOf(rows, limit, ({ updatedAt, id }) => [updatedAt, id]);
      return { items: await commentsOf(db, rows), next };
    },
    async hangingOn(taskIds) {
      const rows = await db
        .pick({ id: comments.id }, comments, among(comments.taskId, [...taskIds]))
        .limit(MOST_COMMENTS);
      return rows.map(({ id }) => id);
    },
  };
}

/** Shelves of deleted projects that can still be restored. */
export async function deletedShelves(db: TenantDb): Promise<string[]> {
  const rows = await db
    .pick({ id: projects.id }, projects, isNotNull(projects.deletedAt))
    .limit(MOST_DELETED);
  return rows.map(({ id }) => id);
}

/**
 * Condition for the rows after an index position; all rows if null. A row that changes meanwhile is read
 * again.
 */
function beyond(order: readonly SQLiteColumn[], after: string | null): SQL | undefined {
  if (after === null) return undefined;
  const values = (JSON.parse(after) as string[]).map((value) => sql`${value}`);
  return sql`(${sql.join([...order], sql`, `)}) > (${sql.join(values, sql`, `)})`;
}

function placeOf<Row>(
  rows: readonly Row[],
  limit: number,
  place: (row: Row) => readonly string[],
): string | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? null : JSON.stringify(place(last));
}

async function tasksOf(db: TenantDb, rows: readonly Task[]): Promise<SearchItem[]> {
  const [there, fields] = await Promise.all([projectsOf(db, rows), ownFields(db, rows)]);
  return rows.flatMap((row) => {
    const project = there.get(row.projectId);
    return project === undefined ? [] : [ofTask(row, project, fields.get(row.id) ?? [])];
  });
}

/** The same of tasks by ID. */
export async function fieldsOfTasks(
  db: TenantDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  return ownFields(db, await db.pick({ id: tasks.id, fields: tasks.fields }, tasks, byIds(tasks.id, ids)));
}

/** The team's own fields of each task: “Vendor: Keystone Locksmiths”. */
async function ownFields(
  db: TenantDb,
  rows: readonly Pick<Task, "id" | "fields">[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))];
  const { id, name } = customFieldDefinitions;
  const found = ids.length === 0 ? [] : await db.pick({ id, name }, customFieldDefinitions, byIds(id, ids));
  const names = new Map(found.map((field) => [field.id, field.name]));
  return new Map(
    rows.map((row) => [
      row.id,
      Object.entries(row.fields).flatMap(([field, value]) => {
        const named = names.get(field);
        return named === undefined ? [] : [`${named}: ${[value].flat().join(", ")}`];
      }),
    ]),
  );
}

async function commentsOf(db: TenantDb, rows: readonly Comment[]): Promise<SearchItem[]> {
  const ids = [...new Set(rows.flatMap(({ taskId }) => taskId ?? []))];
  const [there, of] = await Promise.all([
    projectsOf(db, rows),
    ids.length === 0 ? [] : db.rows(tasks, byIds(tasks.id, ids, isNull(tasks.deletedAt))),
  ]);
  return rows.flatMap((row) => {
    const project = there.get(row.projectId);
    const task = of.find(({ id }) => id === row.taskId);
    const isGone = project === undefined || (row.taskId !== null && task === undefined);
    return isGone ? [] : [ofComment(row, project, task)];
  });
}

async function projectsOf(
  db: TenantDb,
  rows: readonly { readonly projectId: string }[],
): Promise<ReadonlyMap<string, Project>> {
  const ids = [...new Set(rows.map(({ projectId }) => projectId))];
  if (ids.length === 0) return new Map();
  return new Map((await db.rows(projects, byIds(projects.id, ids))).map((project) => [project.id, project]));
}

function ofProject({ id, name, description, clientName, updatedAt }: Project): SearchItem {
  return {
    source: "project",
    id,
    title: name,
    text: description.trim() === "" ? name : description,
    keywords: clientName,
    at: updatedAt,
    url: `/projects/${id}`,
    shelf: id,
  };
}

/** Its own fields stand below the description. */
function ofTask(
  { id, title, description, updatedAt }: Task,
  project: Project,
  own: readonly string[],
): SearchItem {
  return {
    source: "task",
    id,
    title,
    text: [description.trim() === "" ? title : description, ...own].join("\n"),
    at: updatedAt,
    url: `/tasks/${id}`,
    shelf: project.id,
    meta: { project: project.name },
  };
}

function ofComment(
  { id, body, authorName, createdAt }: Comment,
  project: Project,
  task: Task | undefined,
): SearchItem {
  return {
    source: "comment",
    id,
    title: `${authorName} on ${task?.title ?? project.name}`,
    text: body,
    at: createdAt,
    url: task === undefined ? `/projects/${project.id}` : `/tasks/${task.id}`,
    shelf: project.id,
    meta: { project: project.name },
  };
}

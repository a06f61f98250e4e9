/** One task with everything its detail view shows. */
import { and, asc, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { byIds, type TenantDb } from "../platform/db/index.ts";
import { checklistItems, comments } from "./tables/projects-more.ts";
import { projectChanges, projects, taskDependencies, tasks } from "./tables/projects.ts";
import { AppError } from "../kernel/errors.ts";
import { PROJECT_LIMITS } from "./api/projects.ts";
import type { TaskRef, TaskSheet } from "./api/projects-tasks.ts";
import { TASK } from "./task-kind.ts";
import { listTasks } from "./task-list.ts";
import { changeView, checklistView, commentView, taskView } from "./views.ts";
import { recordOf } from "./records.ts";
import { findHistoryProblem } from "./seal.ts";

const COMMENTS = 50;
const CHANGES = 30;
/** Maximum dependents listed. */
const BLOCKED = 100;

/** Throws `not_found`. */
export async function readTask(db: TenantDb, id: string): Promise<TaskSheet> {
  const row = await recordOf(db, TASK, id);
  const project = await db.find(projects, eq(projects.id, row.projectId));
  if (project === null || project.deletedAt !== null)
    throw new AppError("not_found", "The project of this task was deleted.");
  const [parent, subtasks, dependsOn, blocks, checklist, said, changes, historyProblem] = await Promise.all([
    refs(db, row.parentId === null ? [] : [row.parentId]),
    listTasks(db, { parentId: id, limit: PROJECT_LIMITS.subtasks, projectId: row.projectId }),
    refs(db, row.dependsOn),
    waiting(db, id),
    db
      .rows(checklistItems, live(eq(checklistItems.taskId, id), isNull(checklistItems.deletedAt)))
      .orderBy(asc(checklistItems.sortOrder), asc(checklistItems.id))
      .limit(PROJECT_LIMITS.checklistItems),
    db
      .rows(comments, live(eq(comments.taskId, id), isNull(comments.deletedAt)))
      .orderBy(desc(comments.createdAt), desc(comments.id))
      .limit(COMMENTS + 1),
    db
      .rows(projectChanges, eq(projectChanges.entityId, id))
      .orderBy(desc(projectChanges.at), desc(projectChanges.id))
      .limit(CHANGES + 1),
    findHistoryProblem(db, row),
  ]);
  return {
    task: taskView(row),
    projectName: project.name,
    parent: parent[0] ?? null,
    subtasks: subtasks.items,
    dependsOn,
    blocks,
    checklist: checklist.map(checklistView),
    comments: said.slice(0, COMMENTS).map(commentView),
    moreComments: said.length > COMMENTS,
    changes: changes.slice(0, CHANGES).map(changeView),
    moreChanges: changes.length > CHANGES,
    historyProblem,
  };
}

async function waiting(db: TenantDb, id: string): Promise<TaskRef[]> {
  const rows = await db
    .pick({ id: taskDependencies.taskId }, taskDependencies, eq(taskDependencies.dependsOnId, id))
    .limit(BLOCKED);
  return refs(
    db,
    rows.map((row) => row.id),
  );
}

async function refs(db: TenantDb, ids: readonly string[]): Promise<TaskRef[]> {
  if (ids.length === 0) return [];
  const { id, title, status } = tasks;
  return db.pick({ id, title, status }, tasks, byIds(tasks.id, ids, isNull(tasks.deletedAt)));
}

function live(...conditions: SQL[]): SQL {
  return and(...conditions) ?? sql`false`;
}

/**
 * Permanently removes records deleted long ago, with everything attached; they can't be restored afterwards.
 * Bounded per call; a repeat continues with the rest.
 */
import { lt, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  automationRules,
  checklistItems,
  comments,
  customFieldDefinitions,
  forms,
  formSubmissions,
  goals,
  goalTaskLinks,
  projectDocuments,
  projectViews,
  rates,
  reminders,
  tags,
} from "./tables/projects-more.ts";
import {
  baselineTasks,
  customFieldValues,
  projectChanges,
  projectPhases,
  projects,
  statusChanges,
  taskAssignments,
  taskDependencies,
  tasks,
  taskTags,
} from "./tables/projects.ts";
import { projectAgentRuns } from "./tables/project-agents.ts";
import { type Statement, type TenantDb, type TenantTable } from "../platform/db/index.ts";

type Kind = TenantTable & { readonly id: SQLiteColumn; readonly deletedAt: SQLiteColumn };
type Tie = readonly [table: TenantTable, column: SQLiteColumn];

/** Rows that belong to a task. */
const OF_TASK: readonly Tie[] = [
  [comments, comments.taskId],
  [checklistItems, checklistItems.taskId],
  [taskAssignments, taskAssignments.taskId],
  [taskDependencies, taskDependencies.taskId],
  [taskTags, taskTags.taskId],
  [customFieldValues, customFieldValues.taskId],
  [statusChanges, statusChanges.taskId],
  [goalTaskLinks, goalTaskLinks.taskId],
  [reminders, reminders.taskId],
];

/** Kinds whose only dependent rows are the listed ones. */
const KINDS: readonly (readonly [kind: Kind, ties: readonly Tie[]])[] = [
  [comments, []],
  [checklistItems, []],
  [projectPhases, []],
  [tags, [[taskTags, taskTags.tagId]]],
  [customFieldDefinitions, [[customFieldValues, customFieldValues.fieldId]]],
  [goals, [[goalTaskLinks, goalTaskLinks.goalId]]],
  [forms, [[formSubmissions, formSubmissions.formId]]],
  [automationRules, []],
  [projectViews, []],
  [rates, []],
  [reminders, []],
  [projectDocuments, []],
];

/** Rows that belong to a project, removed after its tasks. A document's file stays in the workspace. */
const OF_PROJECT: readonly Tie[] = [
  [projectPhases, projectPhases.projectId],
  [comments, comments.projectId],
  [goals, goals.projectId],
  [projectDocuments, projectDocuments.projectId],
  [baselineTasks, baselineTasks.projectId],
  [projectAgentRuns, projectAgentRuns.projectId],
  [projectChanges, projectChanges.projectId],
];

/** Projects removed per call. */
const PROJECTS = 5;

/**
 * Removes what was deleted before a time (ISO), at most `most` of each kind. Returns the number of removed
 * records: 0 once nothing is left.
 */
export async function removeDeleted(db: TenantDb, before: string, most: number): Promise<number> {
  const gone = (kind: Kind, limit: number): SQL =>
    sql`(select id from ${kind} where tenant_id = ${db.tenantId} and ${lt(sql`deleted_at`, before)} order by deleted_at limit ${limit})`;
  const goneProjects = gone(projects, PROJECTS);
  const left = sql`(select id from ${tasks} where tenant_id = ${db.tenantId} and project_id in ${goneProjects} limit ${most})`;
  const counts: number[] = [];
  for (const ids of [gone(tasks, most), left]) counts.push(await takeOut(db, tasks, ids, OF_TASK));
  for (const [kind, ties] of KINDS) counts.push(await takeOut(db, kind, gone(kind, most), ties));
  const [some] = await db.rows(tasks, sql`${tasks.projectId} in ${goneProjects}`).limit(1);
  if (some === undefined) {
    await takeOutForms(db, goneProjects);
    counts.push(await takeOut(db, projects, goneProjects, OF_PROJECT));
  }
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Forms with submissions, views and rules of a project: a team has at most a few dozen of each. */
async function takeOutForms(db: TenantDb, goneProjects: SQL): Promise<void> {
  const pick = (kind: Kind): SQL =>
    sql`(select id from ${kind} where tenant_id = ${db.tenantId} and project_id in ${goneProjects} limit ${1_000})`;
  await takeOut(db, forms, pick(forms), [[formSubmissions, formSubmissions.formId]]);
  await takeOut(db, projectViews, pick(projectViews), []);
  await takeOut(db, automationRules, pick(automationRules), []);
}

/**
 * One transaction: the history of the records and of everything attached, the attached rows, and the records.
 */
async function takeOut(db: TenantDb, kind: Kind, ids: SQL, ties: readonly Tie[]): Promise<number> {
  const [found] = await db.rows(kind, sql`${kind.id} in ${ids}`).limit(1);
  if (found === undefined) return 0;
  const history = (of: SQL): Statement => db.remove(projectChanges, sql`${projectChanges.entityId} in ${of}`);
  const tied = ([table, column]: Tie): Statement => db.remove(table, sql`${column} in ${ids}`);
  const hanging = ties.flatMap(([table, column]) =>
    table === comments || table === checklistItems || table === reminders
      ? [history(sql`(select id from ${table} where tenant_id = ${db.tenantId} and ${column} in ${ids})`)]
      : [],
  );
  const removed = await db.batch([
    ...hanging,
    ...ties.map(tied),
    history(ids),
    db.remove(kind, sql`${kind.id} in ${ids}`).returning({ id: kind.id }),
  ]);
  const last = removed.at(-1);
  return Array.isArray(last) ? last.length : 0;
}

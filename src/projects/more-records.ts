/** Lists and use cases of records attached to projects and tasks. */
import { and, eq, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { among, type TenantDb } from "../platform/db/index.ts";
import {
  checklistItems,
  comments,
  customFieldDefinitions,
  forms,
  formSubmissions,
  goals,
  goalTaskLinks,
  automationRules,
  projectDocuments,
  projectViews,
  rates,
  reminders,
  tags,
} from "./tables/projects-more.ts";
import { tasks } from "./tables/projects.ts";
import { eventStatement } from "../platform/events/index.ts";
import { AppError } from "../kernel/errors.ts";
import { isoTime } from "../kernel/clock.ts";
import type { Json } from "../kernel/hash.ts";
import { PROJECT_LIMITS, taskPrioritySchema } from "./api/projects.ts";
import type { FormSubmission, ProjectFormField } from "./api/projects-records.ts";
import { ORDER_STEP } from "./kinds.ts";
import { CHECKLIST_ITEM, COMMENT, FORM } from "./more-kinds.ts";
import { afterCursor, inOrder, pageOfRows, type Order } from "./page.ts";
import type { ProjectDeps, Writer } from "./ports.ts";
import type { RecordTable, Written } from "./record-kind.ts";
import { createRecord, planCreate, recordOf } from "./records.ts";
import { runPlans } from "./run-plans.ts";
import { TASK } from "./task-kind.ts";
import { withPosition } from "./tasks.ts";

const PAGE = 50;

interface Paging {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}
interface OfProject extends Paging {
  readonly projectId?: string | undefined;
}

/** A page of live rows in index order. */
async function pageIn<Table extends RecordTable>(
  db: TenantDb,
  table: Table,
  where: SQL | undefined,
  order: Order,
  { cursor, limit = PAGE }: Paging,
) {
  const all = and(
    isNull(table.deletedAt),
    where,
    cursor === undefined ? undefined : afterCursor(order, cursor),
  );
  const rows: Table["$inferSelect"][] = await db
    .rows(table, all)
    .orderBy(...inOrder(order))
    .limit(limit + 1);
  const column = Object.entries(table).find(([, one]) => one === order.key)?.[0] ?? "id";
  return pageOfRows(rows as { id: string }[], limit, (row) =>
    String((row as Record<string, unknown>)[column]),
  ) as { items: readonly Table["$inferSelect"][]; nextCursor: string | null };
}

const byTime = (key: SQLiteColumn, id: SQLiteColumn): Order => ({ key, id, newestFirst: true });
const byOrder = (key: SQLiteColumn, id: SQLiteColumn): Order => ({ key, id, isNumber: true });
const of = (column: SQLiteColumn, projectId: string | undefined): SQL | undefined =>
  projectId === undefined ? undefined : eq(column, projectId);
/** Those of a project and those for all projects. */
const orAll = (column: SQLiteColumn, projectId: string | undefined): SQL | undefined =>
  projectId === undefined ? undefined : or(eq(column, projectId), isNull(column));

/** Lists by kind of record, one page each. */
export const LISTS = {
  /** Newest first. Throws AppError `invalid_request` if neither a task nor a project is given. */
  comments(db: TenantDb, { taskId, projectId, ...paging }: OfProject & { taskId?: string | undefined }) {
    if (taskId === undefined && projectId === undefined)
      throw new AppError("invalid_request", "Name a task or a project.");
    const where = taskId === undefined ? of(comments.projectId, projectId) : eq(comments.taskId, taskId);
    return pageIn(db, comments, where, byTime(comments.createdAt, comments.id), paging);
  },
  checklistItems: (db: TenantDb, { taskId, ...paging }: Paging & { taskId: string }) =>
    pageIn(
      db,
      checklistItems,
      eq(checklistItems.taskId, taskId),
      byOrder(checklistItems.sortOrder, checklistItems.id),
      paging,
    ),
  tags: (db: TenantDb, paging: Paging) =>
    pageIn(db, tags, undefined, { key: tags.name, id: tags.id }, paging),
  customFields: (db: TenantDb, { projectId, ...paging }: OfProject) =>
    pageIn(
      db,
      customFieldDefinitions,
      orAll(customFieldDefinitions.projectId, projectId),
      byOrder(customFieldDefinitions.sortOrder, customFieldDefinitions.id),
      paging,
    ),
  async goals(db: TenantDb, { projectId, ...paging }: OfProject) {
    const order = { key: goals.createdAt, id: goals.id };
    const page = await pageIn(db, goals, of(goals.projectId, projectId), order, paging);
    return { ...page, items: await measured(db, page.items) };
  },
  forms: (db: TenantDb, { projectId, ...paging }: OfProject) =>
    pageIn(db, forms, of(forms.projectId, projectId), { key: forms.createdAt, id: forms.id }, paging),
  automations: (db: TenantDb, { projectId, ...paging }: OfProject) =>
    pageIn(
      db,
      automationRules,
      orAll(automationRules.projectId, projectId),
      { key: automationRules.createdAt, id: automationRules.id },
      paging,
    ),
  views: (db: TenantDb, { projectId, userId, ...paging }: OfProject & { userId: string }) =>
    pageIn(
      db,
      projectViews,
      and(
        orAll(projectViews.projectId, projectId),
        or(eq(projectViews.shared, true), eq(projectViews.ownerId, userId)),
      ),
      { key: projectViews.name, id: projectViews.id },
      paging,
    ),
  /** A member's own that wait, the next one first. */
  reminders: (
    db: TenantDb,
    { taskId, userId, ...paging }: Paging & { taskId?: string | undefined; userId: string },
  ) =>
    pageIn(
      db,
      reminders,
      and(eq(reminders.userId, userId), of(reminders.taskId, taskId), isNotNull(reminders.dueAt)),
      { key: reminders.at, id: reminders.id },
      paging,
    ),
  rates: (db: TenantDb, paging: Paging) =>
    pageIn(db, rates, undefined, { key: rates.role, id: rates.id }, paging),
  documents: (
    db: TenantDb,
    {
      projectId,
      path,
      kind,
      ...paging
    }: OfProject & {
      path?: string | undefined;
      kind?: (typeof projectDocuments.$inferSelect)["kind"] | undefined;
    },
  ) =>
    pageIn(
      db,
      projectDocuments,
      and(
        of(projectDocuments.projectId, projectId),
        path === undefined ? undefined : eq(projectDocuments.path, path),
        kind === undefined ? undefined : eq(projectDocuments.kind, kind),
      ),
      byTime(projectDocuments.updatedAt, projectDocuments.id),
      paging,
    ),
};

type GoalRow = typeof goals.$inferSelect;

/** Adds progress to goals that are measured by completed tasks. */
async function measured(db: TenantDb, rows: readonly GoalRow[]): Promise<GoalRow[]> {
  const counted = rows.filter(({ measure }) => measure === "tasks").map(({ id }) => id);
  if (counted.length === 0) return [...rows];
  const done = sql<number>`sum((select status = 'completed' and deleted_at is null from ${tasks} t where t.id = "goal_task_links"."task_id"))`;
  const counts = await db
    .pick(
      { goalId: goalTaskLinks.goalId, total: sql<number>`count(*)`.as("total"), done: done.as("done") },
      goalTaskLinks,
      among(goalTaskLinks.goalId, counted),
    )
    .groupBy(goalTaskLinks.goalId);
  return rows.map((row) => {
    if (row.measure !== "tasks") return row;
    const found = counts.find(({ goalId }) => goalId === row.id);
    return { ...row, target: Number(found?.total ?? 0), current: Number(found?.done ?? 0), unit: "tasks" };
  });
}

/** A goal with its current progress. */
export async function readGoal(db: TenantDb, row: GoalRow): Promise<GoalRow> {
  const [goal = row] = await measured(db, [row]);
  return goal;
}

/** Adds an item to a task's checklist; last, if no position is given. */
export async function createChecklistItem(
  deps: ProjectDeps,
  item: Readonly<Record<string, unknown>> & { readonly taskId: string },
  by: Writer,
): Promise<Written<typeof checklistItems.$inferSelect>> {
  const { projectId } = await recordOf(deps.db, TASK, item.taskId);
  const { items } = await LISTS.checklistItems(deps.db, {
    taskId: item.taskId,
    limit: PROJECT_LIMITS.checklistItems,
  });
  if (items.length >= PROJECT_LIMITS.checklistItems)
    throw new AppError(
      "conflict",
      `A task’s checklists hold at most ${PROJECT_LIMITS.checklistItems} items.`,
    );
  const sortOrder = item["sortOrder"] ?? (items.at(-1)?.sortOrder ?? 0) + ORDER_STEP;
  return createRecord(deps, CHECKLIST_ITEM, { ...item, projectId, sortOrder }, by);
}

export function addComment(
  deps: ProjectDeps,
  comment: Readonly<Record<string, unknown>>,
  by: Writer,
): Promise<Written<typeof comments.$inferSelect>> {
  return createRecord(deps, COMMENT, comment, by);
}

/**
 * Submits a form: writes its task and the submission in one batch. Idempotent by ID. Throws
 * `invalid_arguments` with the invalid fields.
 */
export async function submitForm(
  deps: ProjectDeps,
  { formId, id, answers }: { formId: string; id: string; answers: Readonly<Record<string, Json>> },
  by: Writer,
): Promise<FormSubmission> {
  const { db } = deps;
  const known = await db.find(formSubmissions, eq(formSubmissions.id, id));
  if (known !== null) return submissionView(known);
  const form = await recordOf(db, FORM, formId);
  if (!form.enabled) throw new AppError("conflict", "This form isn’t open anymore.");
  const problems = form.fields.flatMap((field) => problemOf(field, answers[field.key]));
  if (problems.length > 0)
    throw new AppError("invalid_arguments", problems[0] ?? "", { details: { problems } });
  const task = await withPosition(db, { projectId: form.projectId, ...taskOf(form, answers) });
  const nowMs = deps.clock.now();
  const plan = await planCreate(deps, TASK, task, by);
  const row = {
    id,
    formId,
    projectId: form.projectId,
    taskId: plan.row.id,
    answers: Object.fromEntries(form.fields.flatMap(({ key }) => [[key, answers[key] ?? null]])),
    byId: by.actor.id,
    byName: by.actor.name,
    at: isoTime(nowMs),
  };
  const submitted = {
    id: `pm:submission:${id}`,
    type: "pm.forms.submitted" as const,
    actor: { kind: by.actor.kind, id: by.actor.id },
    payload: { ids: [id], projectId: form.projectId, formId, taskId: plan.row.id },
  };
  const [decide, ...rest] = plan.statements;
  if (decide === undefined) throw new TypeError("a plan has no statements");
  await runPlans(deps, [
    {
      ...plan,
      statements: [decide, db.insert(formSubmissions, row), ...rest, eventStatement(db, submitted, nowMs)],
    },
  ]);
  return submissionView({ ...row, tenantId: db.tenantId });
}

function problemOf(
  { key, label, type, required, options }: ProjectFormField,
  answer: Json | undefined,
): string[] {
  if (answer === undefined || answer === null || answer === "")
    return required ? [`“${label}” is missing.`] : [];
  const fits =
    type === "number"
      ? typeof answer === "number"
      : typeof answer === "string" &&
        answer.length <= 5_000 &&
        (type !== "select" || options.includes(answer)) &&
        (type !== "date" || /^\d{4}-\d{2}-\d{2}$/.test(answer));
  return fits ? [] : [`“${label}” (${key}) can’t hold that value.`];
}

function taskOf(form: typeof forms.$inferSelect, answers: Readonly<Record<string, Json>>) {
  const said = (becomes: ProjectFormField["becomes"]): string | undefined => {
    const field = form.fields.find((one) => one.becomes === becomes);
    const answer = field === undefined ? undefined : answers[field.key];
    return typeof answer === "string" || typeof answer === "number" ? String(answer) : undefined;
  };
  const rest = form.fields.flatMap(({ key, label, becomes }) => {
    const answer = answers[key];
    return becomes !== null || answer === undefined || answer === null || answer === ""
      ? []
      : [`**${label}:** ${String(answer as string)}`];
  });
  const priority = taskPrioritySchema.safeParse((said("priority") ?? "").toLowerCase());
  const due = said("due_date");
  return {
    title: (said("title") ?? form.title).replaceAll(/\s+/g, " ").slice(0, PROJECT_LIMITS.nameChars),
    description: [said("description"), ...rest].filter((part) => part !== undefined).join("\n\n"),
    phaseId: form.phaseId,
    assigneeIds: [...form.assigneeIds],
    ...(priority.success ? { priority: priority.data } : {}),
    ...(due === undefined ? {} : { dueDate: due }),
  };
}

/** Newest first. */
export async function listSubmissions(db: TenantDb, formId: string, { cursor, limit = PAGE }: Paging) {
  const order = byTime(formSubmissions.at, formSubmissions.id);
  const where = and(
    eq(formSubmissions.formId, formId),
    cursor === undefined ? undefined : afterCursor(order, cursor),
  );
  const rows = await db
    .rows(formSubmissions, where ?? sql`false`)
    .orderBy(...inOrder(order))
    .limit(limit + 1);
  const { items, nextCursor } = pageOfRows(rows, limit, ({ at }) => at);
  return { items: items.map(submissionView), nextCursor };
}

function submissionView(row: typeof formSubmissions.$inferSelect): FormSubmission {
  const { id, formId, taskId, answers, byId, byName, at } = row;
  return {
    id,
    formId,
    taskId,
    answers: answers as FormSubmission["answers"],
    by: { id: byId, name: byName },
    at,
  };
}

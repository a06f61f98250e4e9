/**
 * Compiles agents' queries about project records to drizzle: only the entities and columns in the table
 * below, with the tenant condition added by `TenantDb`. This is the only way to a column: unlisted names are
 * rejected, and values are parameters. Aggregates are computed here, never by a model.
 */
import { and, Column, eq, getTableColumns, is, isNull, or, sql, type SQL } from "drizzle-orm";
import { alias, sqliteTable, text, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { projectAgentRuns } from "./tables/project-agents.ts";
import {
  baselineTasks,
  customFieldValues,
  projectPhases,
  projects,
  statusChanges,
  taskAssignments,
  taskDependencies,
  tasks,
  taskTags,
} from "./tables/projects.ts";
import {
  automationRules,
  checklistItems,
  comments,
  customFieldDefinitions,
  formSubmissions,
  forms,
  goals,
  goalTaskLinks,
  projectDocuments,
  projectViews,
  rates,
  reminders,
  tags,
} from "./tables/projects-more.ts";
import { notificationPreferences, notifications } from "../notifications/tables/notifications.ts";
import { shownTo } from "../notifications/index.ts";
import { audit, users, type TenantDb, type TenantTable } from "../platform/db/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { PmQuery, PmRows, QueryComparison, QueryFilter } from "./api/projects-query.ts";

interface Entity {
  readonly table: TenantTable;
  /** Joinable entities, by the referencing column. */
  readonly joins: Readonly<Record<string, readonly [column: string, entity: string]>>;
  /** Columns returned if no fields are given. */
  readonly shown: readonly string[];
  /** The only queryable columns; missing: all plain ones. */
  readonly columns?: readonly string[];
  /** The rows a member may read; null stands for the whole team as reader. If missing, all rows are readable. An entity with this condition can't be joined. */
  readonly mayRead?: (db: TenantDb, reader: string | null) => SQL;
  /** A list of member IDs in each row: one result row for each of them. */
  readonly each?: SQLiteColumn;
}

/** The members in an entity's list (`each`). */
const EACH = sqliteTable("json_each", { userId: text("value").notNull() });

const PROJECT = { project: ["projectId", "projects"] } as const;
const TASK = { task: ["taskId", "tasks"] } as const;

const ENTITIES: Readonly<Record<string, Entity>> = {
  projects: {
    table: projects,
    joins: { owner: ["ownerId", "users"] },
    shown: ["id", "name", "clientName", "status", "startDate", "dueDate", "tasksTotal", "tasksDone"],
  },
  phases: { table: projectPhases, joins: PROJECT, shown: ["id", "projectId", "name", "sortOrder"] },
  tasks: {
    table: tasks,
    joins: { ...PROJECT, phase: ["phaseId", "phases"], parent: ["parentId", "tasks"] },
    shown: ["id", "title", "status", "priority", "dueDate", "projectId"],
  },
  assignments: {
    table: taskAssignments,
    joins: { ...TASK, ...PROJECT, user: ["userId", "users"] },
    shown: ["taskId", "userId"],
  },
  dependencies: {
    table: taskDependencies,
    joins: { ...TASK, ...PROJECT, dependsOn: ["dependsOnId", "tasks"] },
    shown: ["taskId", "dependsOnId"],
  },
  comments: {
    table: comments,
    joins: { ...TASK, ...PROJECT },
    shown: ["id", "taskId", "authorName", "body", "createdAt"],
  },
  checklist_items: { table: checklistItems, joins: { ...TASK, ...PROJECT }, shown: ["id", "title", "done"] },
  tags: { table: tags, joins: {}, shown: ["id", "name"] },
  task_tags: { table: taskTags, joins: { ...TASK, tag: ["tagId", "tags"] }, shown: ["taskId", "tagId"] },
  custom_fields: { table: customFieldDefinitions, joins: PROJECT, shown: ["id", "name", "type"] },
  custom_field_values: {
    table: customFieldValues,
    joins: { ...TASK, field: ["fieldId", "custom_fields"] },
    shown: ["taskId", "fieldId", "value"],
  },
  status_changes: {
    table: statusChanges,
    joins: { ...TASK, ...PROJECT },
    shown: ["taskId", "fromStatus", "toStatus", "at", "hours"],
  },
  baseline: {
    table: baselineTasks,
    joins: { ...TASK, ...PROJECT },
    shown: ["taskId", "title", "estimatedHours", "dueDate", "at"],
  },
  goals: { table: goals, joins: PROJECT, shown: ["id", "title", "target", "current", "unit", "dueDate"] },
  goal_tasks: {
    table: goalTaskLinks,
    joins: { ...TASK, goal: ["goalId", "goals"] },
    shown: ["goalId", "taskId"],
  },
  forms: { table: forms, joins: PROJECT, shown: ["id", "title", "enabled"] },
  form_submissions: {
    table: formSubmissions,
    joins: { ...TASK, ...PROJECT, form: ["formId", "forms"] },
    shown: ["formId", "taskId", "byName", "at"],
  },
  documents: { table: projectDocuments, joins: PROJECT, shown: ["id", "title", "kind", "path", "updatedAt"] },
  rates: {
    table: rates,
    joins: { user: ["userId", "users"] },
    shown: ["role", "userId", "perHour", "currency"],
  },
  // Only members' names are visible: phone numbers, codes and addresses are not project data.
  users: { table: users, joins: {}, shown: ["id", "name"], columns: ["id", "name", "role"] },
};

/** What surrounds the records. Not in the tool's description: a wrong name is answered with all of them. */
const AROUND: Readonly<Record<string, Entity>> = {
  runs: {
    table: projectAgentRuns,
    joins: { ...PROJECT, requestedBy: ["requestedById", "users"] },
    shown: ["id", "agent", "status", "requestedByName", "createdAt", "finishedAt", "decision"],
  },
  audit: { table: audit, joins: {}, shown: ["at", "actorName", "action", "sentence"] },
  automations: {
    table: automationRules,
    joins: PROJECT,
    shown: ["id", "name", "event", "enabled", "runs", "lastRunAt", "problem"],
  },
  mentions: {
    table: comments,
    joins: { ...TASK, ...PROJECT, user: ["userId", "users"] },
    shown: ["userId", "taskId", "authorName", "body", "createdAt"],
    each: comments.mentions,
  },
  saved_views: {
    table: projectViews,
    joins: { ...PROJECT, owner: ["ownerId", "users"] },
    shown: ["id", "name", "shared", "ownerId"],
    mayRead: (_, reader) => sql`(${projectViews.shared} = 1 or ${projectViews.ownerId} = ${reader})`,
  },
  reminders: {
    table: reminders,
    joins: TASK,
    shown: ["id", "taskId", "at", "dueAt"],
    mayRead: (_, reader) => sql`${reminders.userId} = ${reader}`,
  },
  notifications: {
    table: notifications,
    joins: {},
    shown: ["createdAt", "title", "body", "url", "resolution"],
    columns: ["id", "kind", "title", "body", "url", "urgent", "createdAt", "resolvedAt", "resolution"],
    mayRead: shownTo,
  },
  preferences: {
    table: notificationPreferences,
    joins: {},
    shown: ["kind", "channel", "on"],
    columns: ["kind", "channel", "on"],
    mayRead: (_, reader) => sql`${notificationPreferences.userId} = ${reader}`,
  },
};
const ALL = { ...ENTITIES, ...AROUND };

const NEVER = ["tenantId", "moveId", "historySeal", "deletedAt", "version", "removedAt"];
const LIMIT = 50;

/** Entities with their columns and joins, for tool descriptions. */
export function describeEntities(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(ENTITIES).map(([name, entity]) => {
      const joins = Object.keys(entity.joins);
      return [
        name,
        `${Object.keys(columnsOf(entity)).join(", ")}${joins.length === 0 ? "" : `; joins: ${joins.join(", ")}`}`,
      ];
    }),
  );
}

type Columns = Readonly<Record<string, SQLiteColumn>>;

/** Queryable columns: plain values, excluding internal ones. */
function columnsOf({ table, columns, each }: Entity): Columns {
  const all: Columns = { ...getTableColumns(table), ...(each && getTableColumns(EACH)) };
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, column]) =>
        !NEVER.includes(name) && column.columnType !== "SQLiteTextJson" && columns?.includes(name) !== false,
    ),
  );
}

/** A query being compiled: its entity and the joins its columns need. */
class Asked {
  readonly entity: Entity;
  readonly joined = new Map<string, { readonly table: TenantTable; readonly on: SQLiteColumn }>();
  readonly #name: string;

  constructor(name: string) {
    const entity = Object.hasOwn(ALL, name) ? ALL[name] : undefined;
    if (entity === undefined)
      throw wrong(`There is no entity “${name}”. There are ${Object.keys(ALL).join(", ")}.`);
    this.entity = entity;
    this.#name = name;
  }

  /** Resolves a name such as `status` or `project.name`. */
  column(path: string): SQLiteColumn {
    const [first = "", second] = path.split(".");
    if (second === undefined) return requireColumn(columnsOf(this.entity), first, this.#name);
    const join = Object.hasOwn(this.entity.joins, first) ? this.entity.joins[first] : undefined;
    const target = ENTITIES[join?.[1] ?? ""];
    if (join === undefined || target === undefined)
      throw wrong(
        `“${this.#name}” has no join “${first}”. It has ${Object.keys(this.entity.joins).join(", ") || "none"}.`,
      );
    const known = this.joined.get(first)?.table ?? (alias(target.table, first) as unknown as TenantTable);
    const on = requireColumn(columnsOf(this.entity), join[0], this.#name);
    this.joined.set(first, { table: known, on });
    const name = requireColumn(columnsOf(target), second, join[1]).name;
    const column = Object.values(getTableColumns(known)).find((one) => one.name === name);
    return column as SQLiteColumn;
  }

  /** A column, or its day, week (starting Monday) or month in UTC: `completedAt:week`. */
  expression(path: string): SQLiteColumn | SQL {
    const [name = "", span] = path.split(":");
    const column = this.column(name);
    if (span === undefined) return column;
    if (column.dataType !== "string") throw wrong(`“${name}” is not a date.`);
    if (span === "month") return sql`substr(${column}, 1, 7)`;
    return span === "week"
      ? sql`date(substr(${column}, 1, 10), 'weekday 0', '-6 days')`
      : sql`substr(${column}, 1, 10)`;
  }
}

function requireColumn(columns: Columns, name: string, entity: string): SQLiteColumn {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (column === undefined)
    throw wrong(`“${entity}” has no column “${name}”. It has ${Object.keys(columns).join(", ")}.`);
  return column;
}

function wrong(message: string): AppError {
  return new AppError("invalid_arguments", message);
}

/** Throws AppError `invalid_arguments` for unknown names or invalid comparisons. */
export function checkFilter(entity: string, filter: QueryFilter): void {
  compile(new Asked(entity), filter);
}

/** Which of these rows match a filter. */
export async function idsThatMeet(
  db: TenantDb,
  entity: string,
  ids: readonly string[],
  filter: QueryFilter | null,
): Promise<string[]> {
  const { rows } = await answerQuery(db, {
    entity,
    fields: ["id"],
    limit: 200,
    filter: {
      and: [{ column: "id", op: "in", value: [...ids] }, ...(filter === null ? [] : [filter])],
    },
  });
  return rows.map(({ id }) => String(id as string));
}

/**
 * `reader`: the member whose own rows are included; null if others read the answer too. Throws AppError
 * `invalid_arguments` with what is wrong in the query.
 */
export async function answerQuery(
  db: TenantDb,
  query: PmQuery,
  reader: string | null = null,
): Promise<PmRows> {
  const asked = new Asked(query.entity);
  const limit = query.limit ?? LIMIT;
  const outputs = outputsOf(asked, query);
  const groups = (query.groupBy ?? []).map((path) => asked.expression(path));
  const where = query.filter === undefined ? undefined : compile(asked, query.filter);
  const orders = [
    ...(query.order ?? []).map(({ by, desc = false }) => {
      // Rows can be ordered by a field that isn't shown, groups only by what they show.
      const found = outputs[by] ?? (isGrouped(query) ? undefined : asked.expression(by));
      if (found === undefined) throw wrong(`Order by what is asked for: ${Object.keys(outputs).join(", ")}.`);
      return desc ? sql`${found} desc` : sql`${found} asc`;
    }),
    // Makes the order deterministic.
    ...(isGrouped(query) ? groups : ties(asked.entity)).map((one) => sql`${one} asc`),
  ];
  const fields = Object.fromEntries(
    Object.entries(outputs).map(([name, one]) => [name, is(one, Column) ? one : one.as(name)]),
  );
  const { table: of, mayRead, each } = asked.entity;
  let select = db.pick(fields, of, and(...living(db, of), mayRead?.(db, reader), where));
  if (each !== undefined)
    select = select.innerJoin(sql`json_each(${each})`, sql`true`) as unknown as typeof select;
  for (const { table, on } of asked.joined.values())
    select = select.leftJoin(
      table,
      and(eq(table.tenantId, db.tenantId), eq((table as never as Columns)["id"] as SQLiteColumn, on)),
    ) as unknown as typeof select;
  if (groups.length > 0) select = select.groupBy(...groups) as unknown as typeof select;
  const rows = (await select.orderBy(...orders).limit(limit + 1)) as PmRows["rows"];
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

function isGrouped({ groupBy = [], aggregates = [] }: PmQuery): boolean {
  return groupBy.length + aggregates.length > 0;
}

/** The result columns, by name. */
function outputsOf(asked: Asked, query: PmQuery): Record<string, SQLiteColumn | SQL> {
  const { fields, groupBy = [], aggregates = [] } = query;
  if (!isGrouped(query))
    return Object.fromEntries((fields ?? asked.entity.shown).map((path) => [path, asked.column(path)]));
  if (fields !== undefined && fields.length > 0)
    throw wrong("Fields don’t go with groups and figures: name them in groupBy.");
  return {
    ...Object.fromEntries(groupBy.map((path) => [path, asked.expression(path)])),
    ...Object.fromEntries(aggregates.map((one) => [one.as, figure(asked, one)])),
  };
}

function figure(asked: Asked, { fn, column }: NonNullable<PmQuery["aggregates"]>[number]): SQL {
  if (column === undefined) {
    if (fn !== "count") throw wrong(`The ${fn} needs a column.`);
    return sql`count(*)`;
  }
  const of = asked.column(column);
  if ((fn === "sum" || fn === "avg") && of.dataType !== "number") throw wrong(`“${column}” is not a number.`);
  return sql`${sql.raw(fn)}(${of})`;
}

/**
 * Excludes deleted records and those of deleted projects. The marker comment allows such a query to scan all
 * of a team's rows.
 */
function living(db: TenantDb, table: TenantTable): SQL[] {
  const columns = getTableColumns(table) as unknown as Columns;
  const { deletedAt, removedAt, projectId } = columns;
  return [
    sql`/* pm_query */ 1`,
    ...(deletedAt === undefined ? [] : [isNull(deletedAt)]),
    ...(removedAt === undefined ? [] : [isNull(removedAt)]),
    ...(projectId === undefined ? [] : [inLiveProject(db, projectId)]),
  ];
}

/** Without a project (null or empty), or in a project that is not deleted. */
export function inLiveProject(db: TenantDb, projectId: SQLiteColumn): SQL {
  return (
    or(
      isNull(projectId),
      eq(projectId, ""),
      sql`exists (select 1 from ${projects} as live where live.id = ${projectId} and live.tenant_id = ${db.tenantId} and live.deleted_at is null)`,
    ) ?? sql`true`
  );
}

function ties({ table, each }: Entity): SQLiteColumn[] {
  const { id, taskId } = getTableColumns(table) as unknown as Columns;
  return [id ?? taskId, each && EACH.userId].filter((one) => one !== undefined);
}

/**
 * Two-valued logic: a comparison with null is false, and so is its negation, except for `ne` and `not_in`,
 * which match null.
 */
function compile(asked: Asked, filter: QueryFilter): SQL {
  if ("and" in filter)
    return sql`(${sql.join(
      filter.and.map((one) => compile(asked, one)),
      sql` and `,
    )})`;
  if ("or" in filter)
    return sql`(${sql.join(
      filter.or.map((one) => compile(asked, one)),
      sql` or `,
    )})`;
  if ("not" in filter) return sql`not coalesce(${compile(asked, filter.not)}, 0)`;
  return OPERATORS[filter.op](asked.column(filter.column), filter.column, filter.value);
}

type Compare = (column: SQLiteColumn, name: string, value: QueryComparison["value"]) => SQL;

/** SQL of each operator. */
const OPERATORS: Readonly<Record<QueryComparison["op"], Compare>> = {
  eq: (column, name, value) => sql`${column} is ${fitting(column, name, value)}`,
  ne: (column, name, value) => sql`${column} is not ${fitting(column, name, value)}`,
  lt: (column, name, value) => sql`${column} < ${fitting(column, name, value)}`,
  lte: (column, name, value) => sql`${column} <= ${fitting(column, name, value)}`,
  gt: (column, name, value) => sql`${column} > ${fitting(column, name, value)}`,
  gte: (column, name, value) => sql`${column} >= ${fitting(column, name, value)}`,
  in: (column, name, value) => sql`${column} in (${listValues(column, name, value)})`,
  not_in: (column, name, value) =>
    sql`(${column} is null or ${column} not in (${listValues(column, name, value)}))`,
  between(column, name, value) {
    if (!Array.isArray(value) || value.length !== 2) throw wrong("“between” takes two values.");
    return sql`${column} between ${fitting(column, name, value[0])} and ${fitting(column, name, value[1])}`;
  },
  contains: (column, name, value) => sql`${at(column, name, value)} > 0`,
  starts_with: (column, name, value) => sql`${at(column, name, value)} = 1`,
  is_null: (column, _, value) => (value === false ? sql`${column} is not null` : sql`${column} is null`),
};

function listValues(column: SQLiteColumn, name: string, value: QueryComparison["value"]): SQL {
  if (!Array.isArray(value)) throw wrong(`“${name}” is compared with a list there.`);
  return sql.join(
    value.map((item) => sql`${fitting(column, name, item)}`),
    sql`, `,
  );
}

/** Matches prefixes of words in a column, case-insensitively. */
function at(column: SQLiteColumn, name: string, value: QueryComparison["value"]): SQL {
  return sql`instr(lower(${column}), lower(${requireText(column, name, value)}))`;
}

function requireText(column: SQLiteColumn, name: string, value: QueryComparison["value"]): string {
  if (column.dataType !== "string" || typeof value !== "string")
    throw wrong(`“${name}” does not contain text.`);
  return value;
}

/** Converts a value to the column's type. A value that the column can't have would silently match nothing. */
function fitting(
  column: SQLiteColumn,
  name: string,
  value: QueryComparison["value"],
): string | number | null {
  if (value === null) return null;
  const { enumValues = [] } = column;
  if (enumValues.length > 0 && !enumValues.includes(String(value)))
    throw wrong(`“${name}” can be ${enumValues.join(", ")}.`);
  if (typeof value === column.dataType)
    return typeof value === "boolean" ? Number(value) : (value as string | number);
  throw wrong(`“${name}” is compared with a ${column.dataType}.`);
}

/** Kinds of records attached to projects and tasks. */
import { eq, sql, type SQL } from "drizzle-orm";
import {
  automationRules,
  checklistItems,
  comments,
  customFieldDefinitions,
  forms,
  goals,
  goalTaskLinks,
  projectDocuments,
  projectViews,
  rates,
  reminders,
  tags,
} from "./tables/projects-more.ts";
import { tasks } from "./tables/projects.ts";
import { type Statement } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { PROJECT_LIMITS } from "./api/projects.ts";
import { requireMembers, requirePhase, requireProject, requireTags } from "./known.ts";
import { checkFilter } from "./query.ts";
import type { ProjectDeps } from "./ports.ts";
import type { Check, RecordKind, Writing } from "./record-kind.ts";

/** Changes a task's metric together with a record; the task itself does not get a new version. */
function onTask(
  { deps: { db }, isMine }: Pick<Writing<unknown>, "deps" | "isMine">,
  taskId: string,
  set: Readonly<Record<string, SQL | string>>,
): Statement {
  return db.update(tasks, set as never, sql`${eq(tasks.id, taskId)} and ${isMine}`);
}

function isThere({ deps: { db } }: Writing<unknown>, projectId: string, taskId: string): Check {
  return {
    bad: sql`not exists (select 1 from ${tasks} where tenant_id = ${db.tenantId} and id = ${taskId} and project_id = ${projectId} and deleted_at is null)`,
    message: "That task doesn’t exist anymore.",
  };
}

const alive = (row: { readonly deletedAt: string | null } | null): number =>
  row === null || row.deletedAt !== null ? 0 : 1;

export const COMMENT: RecordKind<typeof comments> = {
  entity: "comment",
  stream: "comments",
  noun: "comment",
  table: comments,
  label: "body",
  defaults: { taskId: null, mentions: [] },
  async prepare(writing) {
    const { deps, by, before, after } = writing;
    await requireMembers(
      deps,
      after.mentions.filter((id) => before?.mentions.includes(id) !== true),
    );
    if (before === null) await requireProject(deps, after.projectId);
    const { actor, runId = null } = by;
    const { taskId } = after;
    const more = alive(after) - alive(before);
    return {
      ...(before === null
        ? { set: { authorKind: actor.kind, authorId: actor.id, authorName: actor.name, runId } }
        : {}),
      checks: taskId === null || before !== null ? [] : [isThere(writing, after.projectId, taskId)],
      along:
        taskId === null || more === 0
          ? []
          : [
              onTask(writing, taskId, {
                commentCount: sql`comment_count + ${more}`,
                ...(more > 0 ? { lastCommentAt: after.createdAt } : {}),
              }),
            ],
      tells: { taskId, mentions: after.mentions },
    };
  },
};

export const CHECKLIST_ITEM: RecordKind<typeof checklistItems> = {
  entity: "checklist_item",
  stream: "tasks",
  noun: "checklist item",
  table: checklistItems,
  label: "title",
  defaults: { checklist: "", done: false },
  async prepare(writing) {
    const { before, after } = writing;
    const done = (row: typeof before): number => (row?.done === true ? alive(row) : 0);
    const [more, moreDone] = [alive(after) - alive(before), done(after) - done(before)];
    const moves = more !== 0 || moreDone !== 0;
    return Promise.resolve({
      what: "checklist_changed",
      tells: { taskId: after.taskId },
      checks: before === null ? [isThere(writing, after.projectId, after.taskId)] : [],
      along: moves
        ? [
            onTask(writing, after.taskId, {
              checklistTotal: sql`checklist_total + ${more}`,
              checklistDone: sql`checklist_done + ${moreDone}`,
            }),
          ]
        : [],
    });
  },
};

export const TAG: RecordKind<typeof tags> = {
  entity: "tag",
  stream: "system",
  noun: "tag",
  table: tags,
  label: "name",
  defaults: { color: "gray" },
  prepare: ({ deps: { db }, after }) =>
    Promise.resolve({
      what: "tag_changed",
      checks: [
        {
          bad: sql`exists (select 1 from ${tags} where tenant_id = ${db.tenantId} and name = ${after.name} and id <> ${after.id} and deleted_at is null and ${alive(after)} = 1)`,
          message: "A tag with this name already exists.",
        },
      ],
    }),
};

export const CUSTOM_FIELD: RecordKind<typeof customFieldDefinitions> = {
  entity: "custom_field",
  stream: "system",
  noun: "field",
  table: customFieldDefinitions,
  label: "name",
  defaults: { projectId: null, options: [], sortOrder: 0 },
  async prepare({ deps, before, after }) {
    if (before === null && after.projectId !== null) await requireProject(deps, after.projectId);
    return { what: "field_changed" };
  },
};

export const GOAL: RecordKind<typeof goals> = {
  entity: "goal",
  stream: "goals",
  noun: "goal",
  table: goals,
  label: "title",
  defaults: {
    projectId: null,
    description: "",
    ownerId: null,
    measure: "number",
    target: 100,
    current: 0,
    unit: "%",
    dueDate: null,
    taskIds: [],
  },
  async prepare({ deps, before, after, mine, isMine }) {
    const { db } = deps;
    if (after.ownerId !== null && after.ownerId !== before?.ownerId)
      await requireMembers(deps, [after.ownerId]);
    const ids = JSON.stringify(after.taskIds);
    if (JSON.stringify(before?.taskIds ?? []) === ids) return {};
    return {
      checks: [
        {
          bad: sql`exists (select 1 from json_each(${ids}) j where not exists (select 1 from ${tasks} t where t.id = j.value and t.tenant_id = ${db.tenantId}))`,
          message: "One of these tasks doesn’t exist.",
        },
      ],
      along: [
        db.remove(goalTaskLinks, sql`${eq(goalTaskLinks.goalId, after.id)} and ${isMine}`),
        ...after.taskIds.map((taskId) =>
          db.insertIf(goalTaskLinks, { goalId: after.id, taskId }, goals, mine),
        ),
      ],
    };
  },
};

export const FORM: RecordKind<typeof forms> = {
  entity: "form",
  stream: "forms",
  noun: "form",
  table: forms,
  label: "title",
  defaults: { description: "", phaseId: null, assigneeIds: [], enabled: true },
  async prepare({ deps, before, after }) {
    if (before === null) await requireProject(deps, after.projectId);
    if (after.phaseId !== null && after.phaseId !== before?.phaseId)
      await requirePhase(deps, after.projectId, after.phaseId);
    await requireMembers(
      deps,
      after.assigneeIds.filter((id) => before?.assigneeIds.includes(id) !== true),
    );
    return {};
  },
};

export const AUTOMATION: RecordKind<typeof automationRules> = {
  entity: "automation",
  stream: "automations",
  noun: "automation",
  table: automationRules,
  label: "name",
  defaults: { projectId: null, conditions: null, enabled: true, runs: 0, lastRunAt: null, problem: null },
  async prepare({ deps, before, after }) {
    if (after.deletedAt !== null) return {};
    if (after.projectId !== null && after.projectId !== before?.projectId)
      await requireProject(deps, after.projectId);
    if (after.conditions !== null) checkFilter("tasks", after.conditions);
    await requireActions(deps, after);
    return {
      set: { problem: null },
      checks: [
        {
          bad: sql`(select count(*) from ${automationRules} where tenant_id = ${deps.db.tenantId} and event = ${after.event} and enabled = 1 and deleted_at is null) > ${PROJECT_LIMITS.rules}`,
          message: `At most ${PROJECT_LIMITS.rules} rules can use the same trigger.`,
        },
      ],
    };
  },
};

/** The records named by its actions must exist. */
async function requireActions(
  deps: ProjectDeps,
  { actions, projectId }: typeof automationRules.$inferSelect,
): Promise<void> {
  for (const action of actions) {
    if (action.type === "assign" || action.type === "notify") await requireMembers(deps, [action.userId]);
    if (action.type === "add_tag") await requireTags(deps, [action.tagId]);
    if (action.type !== "set_phase" || action.phaseId === null) continue;
    if (projectId === null)
      throw new AppError("invalid_arguments", "A rule for all projects can’t move tasks to a phase.");
    await requirePhase(deps, projectId, action.phaseId);
  }
}

export const VIEW: RecordKind<typeof projectViews> = {
  entity: "view",
  stream: "system",
  noun: "view",
  table: projectViews,
  label: "name",
  defaults: { projectId: null, shared: false },
  prepare({ by, before }) {
    if (before !== null && !before.shared && before.ownerId !== by.actor.id)
      throw new AppError("not_found", "That view doesn’t exist.");
    return Promise.resolve({
      what: "view_changed",
      ...(before === null ? { set: { ownerId: by.actor.id } } : {}),
    });
  },
};

/** Maximum reminders of a member that wait. */
const MOST_REMINDERS = 200;

export const REMINDER: RecordKind<typeof reminders> = {
  entity: "reminder",
  stream: "reminders",
  noun: "reminder",
  table: reminders,
  label: "at",
  defaults: {},
  prepare({ deps: { db }, by, before, after, nowMs }) {
    const userId = before?.userId ?? by.actor.id;
    if (userId !== by.actor.id) throw new AppError("not_found", "That reminder doesn’t exist.");
    const at = isoTime(Date.parse(after.at));
    const isAhead = Date.parse(at) > nowMs;
    if (!isAhead && at !== before?.at)
      throw new AppError("invalid_arguments", "That time is over. Choose a later one.");
    return Promise.resolve({
      set: { userId, at, dueAt: isAhead && after.deletedAt === null ? at : null },
      tells: { taskId: after.taskId },
      checks: [
        {
          bad: sql`not exists (select 1 from ${tasks} where tenant_id = ${db.tenantId} and id = ${after.taskId} and deleted_at is null)`,
          message: "That task doesn’t exist anymore.",
        },
        {
          bad: sql`(select count(*) from ${reminders} where tenant_id = ${db.tenantId} and user_id = ${userId} and due_at is not null) > ${MOST_REMINDERS}`,
          message: `At most ${MOST_REMINDERS} reminders can wait.`,
        },
      ].slice(after.deletedAt === null ? 0 : 2),
    });
  },
};

export const RATE: RecordKind<typeof rates> = {
  entity: "rate",
  stream: "system",
  noun: "rate",
  table: rates,
  label: "role",
  defaults: { role: "", userId: null, currency: "USD" },
  async prepare({ deps, after, before }) {
    if (after.userId !== null && after.userId !== before?.userId) await requireMembers(deps, [after.userId]);
    if (after.userId === null && after.role === "")
      throw new AppError("invalid_arguments", "A rate needs a role or a member.");
    return { what: "rate_changed" };
  },
};

export const DOCUMENT: RecordKind<typeof projectDocuments> = {
  entity: "document",
  stream: "documents",
  noun: "document",
  table: projectDocuments,
  label: "title",
  defaults: {},
  async prepare({ deps, by, before, after }) {
    if (before === null) await requireProject(deps, after.projectId);
    return before === null ? { set: { createdBy: by.actor.name, runId: by.runId ?? null } } : {};
  },
};

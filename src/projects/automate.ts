/**
 * Automation rules that act on tasks. A rule acts once per event (its writes have IDs derived from it), never
 * on its own effects, and at most three rules trigger each other in a chain.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { automationRules } from "./tables/projects-more.ts";
import { byIds, type Statement } from "../platform/db/index.ts";
import { tasks } from "./tables/projects.ts";
import type { Consumer, EventRow } from "../platform/events/index.ts";
import { DAY_MS, isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { CLOSED_STATUSES, PROJECT_LIMITS } from "./api/projects.ts";
import type { AutomationAction, AutomationEvent } from "./api/projects-records.ts";
import { COMMENT } from "./more-kinds.ts";
import { stringsOf, taskOf, type Tell } from "./member-news.ts";
import { isWritten } from "./mutate.ts";
import type { ProjectDeps, Writer } from "./ports.ts";
import { idsThatMeet } from "./query.ts";
import type { Plan } from "./record-kind.ts";
import { planChange, planCreate } from "./records.ts";
import { runPlans } from "./run-plans.ts";
import { TASK, type TaskRow } from "./task-kind.ts";
import { withPosition } from "./tasks.ts";

const LONGEST_CHAIN = 3;

const HEARD: Readonly<Record<string, AutomationEvent>> = {
  "pm.tasks.created": "task.created",
  "pm.tasks.status_changed": "task.status_changed",
  "pm.tasks.assigned": "task.assigned",
  "pm.tasks.updated": "task.updated",
  "pm.comments.created": "comment.created",
  "pm.forms.submitted": "form.submitted",
};

type Rule = typeof automationRules.$inferSelect;

export function automationConsumer(deps: ProjectDeps, tell: Tell): Consumer {
  return {
    name: "automations",
    takes: ["pm.tasks.", "pm.comments.", "pm.forms."],
    async take(events) {
      for (const event of events) {
        const heard = HEARD[event.type];
        const taskId = taskOf(event);
        if (heard === undefined || taskId === null) continue;
        // All rules matched at the time of the event; what one of them does is a separate event.
        for (const rule of await rulesFor(deps, heard, { event, taskId }))
          await runRule(deps, tell, rule, { event, taskId });
      }
    },
  };
}

interface Heard {
  readonly event: EventRow;
  readonly taskId: string;
}

async function rulesFor(
  { db }: ProjectDeps,
  heard: AutomationEvent,
  { event, taskId }: Heard,
): Promise<Rule[]> {
  const { payload } = event;
  const chain = stringsOf(payload["chain"]);
  if (chain.length >= LONGEST_CHAIN) return [];
  const rules = await db
    .rows(
      automationRules,
      and(eq(automationRules.event, heard), sql`enabled = 1`, sql`deleted_at is null`) ?? sql`false`,
    )
    .limit(PROJECT_LIMITS.rules);
  const fitting: Rule[] = [];
  for (const rule of rules) {
    if (chain.includes(rule.id)) continue;
    if (rule.projectId !== null && rule.projectId !== payload["projectId"]) continue;
    const fits = (await idsThatMeet(db, "tasks", [taskId], rule.conditions)).length > 0;
    // An earlier rule may have changed the task, and with it the recipients.
    const tells = rule.actions.some(({ type }) => type === "notify");
    if (fits || (tells && (await isWritten(db, bundleOf(rule, event))))) fitting.push(rule);
  }
  return fitting;
}

/** The ID of a rule's writes for an event, which shows whether it ran. */
function bundleOf({ id }: Rule, { seq }: EventRow): string {
  return `rule.${id}.${seq}`;
}

/**
 * Writes the rule's changes once, and sends its notifications, again if it is unknown whether they were sent:
 * they are idempotent.
 */
async function runRule(deps: ProjectDeps, tell: Tell, rule: Rule, { event, taskId }: Heard): Promise<void> {
  const { db } = deps;
  const bundle = bundleOf(rule, event);
  const isRepeat = await isWritten(db, bundle);
  const by: Writer = {
    actor: { kind: "system", id: `automation:${rule.id}`, name: `Rule “${rule.name}”` },
    chain: [...stringsOf(event.payload["chain"]), rule.id],
    bundle,
  };
  try {
    const [task] = await db.rows(tasks, byIds(tasks.id, [taskId], isNull(tasks.deletedAt)));
    if (task === undefined) return;
    const plans = isRepeat ? [] : await plansOf(deps, rule.actions, task, by);
    if (plans.length > 0) await runPlans(deps, plans, [noteRun(deps, rule, null)]);
    for (const [at, action] of rule.actions.entries())
      if (action.type === "notify")
        await tell({
          key: `${bundle}:${at}`,
          kinds: ["rule"],
          userId: action.userId,
          title: `${action.words}: ${task.title}`,
          body: `By the rule “${rule.name}”.`,
          taskId,
          projectId: task.projectId,
        });
    // A rule that only notifies writes nothing else that records its run.
    if (plans.length === 0 && !isRepeat) await db.batch([noteRun(deps, rule, null)]);
  } catch (error) {
    // Concurrent changes trigger their own event; permanent failures are recorded on the rule.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await db.batch([noteRun(deps, rule, error.message)]);
  }
}

function noteRun({ db, clock }: ProjectDeps, { id }: Rule, problem: string | null): Statement {
  const figures = { runs: sql`runs + 1`, lastRunAt: isoTime(clock.now()), problem };
  return db.update(automationRules, figures, eq(automationRules.id, id));
}

async function plansOf(
  deps: ProjectDeps,
  actions: readonly AutomationAction[],
  task: TaskRow,
  by: Writer,
): Promise<Plan[]> {
  const patch = Object.assign(
    {},
    ...actions.map((action) => patchOf(action, task, deps.clock.now())),
  ) as object;
  const change = await planChange(deps, TASK, task, patch as Record<string, unknown>, by);
  const plans = change === null ? [] : [change];
  const { id: taskId, projectId } = task;
  for (const action of actions) {
    if (action.type === "comment")
      plans.push(await planCreate(deps, COMMENT, { projectId, taskId, body: action.body }, by));
    if (action.type === "add_subtask" && task.parentId === null) {
      const part = await withPosition(deps.db, { projectId, parentId: taskId, title: action.title });
      plans.push(await planCreate(deps, TASK, part, by));
    }
  }
  return plans;
}

function patchOf(action: AutomationAction, task: TaskRow, nowMs: number): Partial<TaskRow> {
  switch (action.type) {
    case "set_status":
      return { status: action.status };
    case "set_priority":
      return { priority: action.priority };
    case "set_phase":
      return { phaseId: action.phaseId };
    case "set_due":
      return CLOSED_STATUSES.includes(task.status)
        ? {}
        : { dueDate: isoTime(nowMs + action.inDays * DAY_MS).slice(0, 10) };
    case "assign":
      return { assigneeIds: [...new Set([...task.assigneeIds, action.userId])] };
    case "add_tag":
      return { tagIds: [...new Set([...task.tagIds, action.tagId])] };
    case "comment":
    case "add_subtask":
    case "notify":
      return {};
  }
}

import * as z from "zod";
import { projectChange } from "../effects/project-change.ts";
import { AppError } from "../../kernel/errors.ts";
import {
  applyOperations,
  MAX_OPERATIONS,
  MUTABLE_ENTITIES,
  namesOf,
  planOperations,
  type Described,
  type Operation,
  type ProjectDeps,
  type Writer,
} from "../index.ts";
import type { Call } from "../../agent/tools/call.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import { isOutside, originOf } from "../../workspace/tools/files/index.ts";
import { isOrdered } from "./own-orders.ts";
import type { ProjectServices } from "./index.ts";

/** Approval rules of changes. Persisted with approvals. */
const OUTSIDE_RULE = "projects.outside_text";
const DELETE_RULE = "projects.delete";

const id = z.string().max(200);
const ids = z.array(id).max(50);
const day = z.iso.date().nullable();
const words = (most: number) => z.string().max(most);

/** Every field a change may set, on any entity. */
const dataSchema = z
  .strictObject({
    title: words(200),
    name: words(200),
    description: words(20_000),
    body: words(20_000),
    status: words(30).describe("Of a task: created, in_progress, blocked, in_review, completed, cancelled"),
    priority: z.enum(["critical", "high", "medium", "low"]),
    projectId: id,
    phaseId: id.nullable(),
    parentId: id.nullable(),
    taskId: id.nullable(),
    type: words(40).describe("Kind of work of a task: painting"),
    estimatedHours: z.number().nullable(),
    actualHours: z.number().nullable(),
    startDate: day,
    dueDate: day,
    assigneeIds: ids,
    tagIds: ids,
    dependsOn: ids,
    mentions: ids,
    taskIds: ids,
    ownerId: id.nullable(),
    clientName: words(200),
    clientVisible: z.boolean(),
    sortOrder: z.number(),
    checklist: words(200),
    done: z.boolean(),
    color: words(20),
    target: z.number(),
    current: z.number(),
    unit: words(30),
    measure: z.enum(["number", "tasks"]),
  })
  .partial();

const inputSchema = z.strictObject({
  changes: z
    .array(
      z.strictObject({
        operation: z
          .enum(["insert", "update", "delete", "baseline"])
          .describe("baseline: keep a project's tasks as what was agreed on"),
        entity: z.enum(MUTABLE_ENTITIES),
        id: id.optional().describe("Whose; of something new its own, where other changes name it"),
        data: dataSchema.optional(),
      }),
    )
    .min(1)
    .max(MAX_OPERATIONS),
});
type Input = z.output<typeof inputSchema>;

/** Changes project records, through the same code as pages. */
export const pmMutate = defineTool({
  name: "pm_mutate",
  title: "Change projects and tasks",
  done: "Changed projects and tasks",
  description:
    "Makes, changes or deletes projects, phases, tasks, comments, checklist items, tags and goals: all changes of a call together, or none. " +
    "Ids come from pm_query. What deletes, or what outside text led to, waits for a person.",
  keywords:
    "create add update assign move complete close rename plan task project phase comment checklist goal",
  input: inputSchema,
  effect: "internal",
  egress: "none",
  tellsOutside: true,
  summarize: ({ changes }) =>
    `Changing projects: ${changes.length === 1 ? `${changes[0]?.operation ?? ""} ${changes[0]?.entity ?? ""}` : `${changes.length} changes`}`,
  guard: {
    effects: [projectChange.kind],
    async rule({ changes }: Input, { projects }: ProjectServices, call: Call) {
      if (changes.some(({ operation }) => operation === "delete")) return DELETE_RULE;
      if (call.asker === null || !isOutside(call)) return null;
      const plan = await orRetry(() => planOperations(projects, withIds(changes, call), writerOf(call)));
      if ("retry" in plan) return OUTSIDE_RULE;
      const names = await namesOf(projects.db, plan.described, plan.plans);
      const known = { described: plan.described, names, nowMs: projects.clock.now() };
      return isOrdered(changes, known, call.asker) ? null : OUTSIDE_RULE;
    },
    async resolve({ changes }: Input, { projects }: ProjectServices, call: Call) {
      const operations = withIds(changes, call);
      const plan = await orRetry(() => planOperations(projects, operations, writerOf(call)));
      if ("retry" in plan) return { kind: "retry", message: plan.retry };
      const names = await namesOf(projects.db, plan.described, plan.plans);
      return {
        kind: "resolved",
        effects: [
          projectChange.of({
            target: targetOf(
              plan.plans.map(({ projectId }) => projectId),
              names,
            ),
            agent: call.agent,
            source: originOf(call).source ?? null,
            changes: plan.described.map((one, at) =>
              previewOf(one, operations[at]?.operation ?? "update", names),
            ),
          }),
        ],
        observed: [],
        lints: [],
        urgent: false,
      };
    },
  },
  async run({ changes }, { projects }: ProjectServices, call) {
    const done = await orRetry(() => apply(projects, withIds(changes, call), writerOf(call)));
    if ("retry" in done) return { kind: "retry", message: done.retry };
    return {
      kind: "ok",
      data: {
        written: done.written.map(({ row, changeId }) => ({ id: row.id, version: row.version, changeId })),
      },
    };
  },
});

async function apply(deps: ProjectDeps, operations: readonly Operation[], by: Writer) {
  return { written: await applyOperations(deps, operations, by) };
}

/** New records get IDs derived from the call, so a repeat creates the same ones. */
function withIds(changes: Input["changes"], { id: callId }: Call): Operation[] {
  return changes.map((one, at) => ({
    ...one,
    id: one.id ?? (one.operation === "insert" ? `${callId}.${at}` : undefined),
  }));
}

function writerOf({ agent, runId }: Call): Writer {
  return {
    actor: { kind: "agent", id: agent, name: agent.charAt(0).toUpperCase() + agent.slice(1) },
    runId: runId ?? null,
  };
}

async function orRetry<Result extends object>(
  work: () => Promise<Result>,
): Promise<Result | { readonly retry: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { retry: error.message };
    throw error;
  }
}

function targetOf(projectIds: readonly (string | null)[], names: ReadonlyMap<string, string>): string {
  const [only, ...others] = new Set(projectIds.filter((one) => one !== null));
  if (only === undefined) return "the team’s projects";
  return others.length > 0 ? `${others.length + 1} projects` : (names.get(only) ?? "a project");
}

const NOUNS: Readonly<Record<string, string>> = {
  projects: "project",
  phases: "phase",
  tasks: "task",
  comments: "comment",
  checklist_items: "checklist item",
  tags: "tag",
  goals: "goal",
};

function previewOf(
  { entity, id: recordId, label, version, fields }: Described,
  operation: Operation["operation"],
  names: ReadonlyMap<string, string>,
) {
  const verb = { insert: "New", update: "Change", delete: "Delete", baseline: "Baseline of" }[operation];
  return {
    says: `${verb} ${NOUNS[entity] ?? entity} “${label}”`,
    operation,
    entity,
    id: recordId,
    version,
    fields: fields
      .filter(({ name }) => name !== "deletedAt" && name !== "baselineAt" && name !== "fields")
      .map(({ name, value, was }) => ({
        name,
        value: plain(value),
        means: meaning(value, names),
        was: plain(was),
      })),
  };
}

type Plain = string | number | boolean | null | string[];

function plain(value: unknown): Plain {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

/** Replaces IDs with names. */
function meaning(value: unknown, names: ReadonlyMap<string, string>): string | null {
  const known = [value].flat().flatMap((one) => (typeof one === "string" ? (names.get(one) ?? []) : []));
  return known.length === 0 ? null : known.join(", ");
}

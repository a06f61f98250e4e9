/** Changes by agents, as a bundle: through the same kinds as pages, applied in one batch or not at all. */
import { desc, getTableColumns, sql } from "drizzle-orm";
import * as z from "zod";
import { ByIds, type TenantDb } from "../platform/db/index.ts";
import { projectChanges } from "./tables/projects.ts";
import { AppError } from "../kernel/errors.ts";
import { newPhaseSchema, newProjectSchema, phasePatchSchema, projectPatchSchema } from "./api/projects.ts";
import {
  checklistEndpoints,
  commentsEndpoints,
  goalsEndpoints,
  tagsEndpoints,
} from "./api/projects-records.ts";
import { newTaskSchema, taskPatchSchema } from "./api/projects-tasks.ts";
import { isoTime } from "../kernel/clock.ts";
import { planUndo } from "./changes.ts";
import { ORDER_STEP, PHASE, PROJECT } from "./kinds.ts";
import { CHECKLIST_ITEM, COMMENT, GOAL, TAG } from "./more-kinds.ts";
import type { ProjectDeps, Writer } from "./ports.ts";
import { phasesOf, planBaseline, type ProjectRow } from "./projects.ts";
import type { AnyRow, Plan, RecordKind, Written } from "./record-kind.ts";
import { planChange, planCreate, recordOf } from "./records.ts";
import { refuseOther, runPlans } from "./run-plans.ts";
import { lastOrder } from "./tasks.ts";
import { TASK } from "./task-kind.ts";

interface Mutable {
  readonly kind: RecordKind;
  readonly create: z.ZodType;
  readonly patch: z.ZodType;
}

const any = (kind: unknown): RecordKind => kind as RecordKind;

/** What agents may change, by the entity names of queries. */
const MUTABLE: Readonly<Record<string, Mutable>> = {
  projects: { kind: any(PROJECT), create: newProjectSchema, patch: projectPatchSchema },
  phases: { kind: any(PHASE), create: newPhaseSchema, patch: phasePatchSchema },
  tasks: { kind: any(TASK), create: newTaskSchema, patch: taskPatchSchema },
  comments: {
    kind: any(COMMENT),
    create: commentsEndpoints.create.body ?? z.never(),
    patch: z.strictObject({}),
  },
  checklist_items: {
    kind: any(CHECKLIST_ITEM),
    create: checklistEndpoints.create.body ?? z.never(),
    patch: z.strictObject({ done: z.boolean(), title: z.string().min(1).max(200) }).partial(),
  },
  tags: { kind: any(TAG), create: tagsEndpoints.create.body ?? z.never(), patch: z.strictObject({}) },
  goals: {
    kind: any(GOAL),
    create: goalsEndpoints.create.body ?? z.never(),
    patch: z.strictObject({ current: z.number(), dueDate: z.iso.date().nullable() }).partial(),
  },
};
export const MUTABLE_ENTITIES = Object.keys(MUTABLE) as [string, ...string[]];
/** Maximum operations per bundle. */
export const MAX_OPERATIONS = 150;

/**
 * One change. `baseline` stores a project's tasks as its baseline, after the preceding operations of the
 * bundle.
 */
export interface Operation {
  readonly operation: "insert" | "update" | "delete" | "baseline";
  readonly entity: string;
  /** The record to change; for a new record its own ID, by which other operations refer to it. */
  readonly id?: string | undefined;
  /** The version it was read at. Default: the newest. */
  readonly version?: number | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** What an operation does, for the approver. */
export interface Described {
  readonly entity: string;
  readonly id: string;
  readonly label: string;
  readonly version: number | null;
  /** The changes; `was` is null for a new record. */
  readonly fields: readonly { readonly name: string; readonly value: unknown; readonly was: unknown }[];
}

/** Plans a bundle and describes it. Throws AppError with the position of an invalid operation. */
export async function planOperations(
  deps: ProjectDeps,
  operations: readonly Operation[],
  by: Writer,
): Promise<{ readonly plans: readonly Plan[]; readonly described: readonly Described[] }> {
  const made = operations.map((one) =>
    one.operation === "insert" ? { ...one, id: one.id ?? deps.ids.newId() } : one,
  );
  const fresh = new Set(made.flatMap(({ operation, id }) => (operation === "insert" ? [id ?? ""] : [])));
  const bundle = new Bundle({ ...deps, fresh }, by);
  const described: Described[] = [];
  for (const [at, one] of made.entries()) {
    try {
      described.push(await bundle.add(one));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const where = made.length === 1 ? "" : `Change ${at + 1} of ${made.length}: `;
      throw new AppError(error.code, `${where}${error.message}`, { details: { at } });
    }
  }
  return { plans: bundle.plans, described };
}

/** Applies a bundle, all or none. */
export async function applyOperations(
  deps: ProjectDeps,
  operations: readonly Operation[],
  by: Writer,
): Promise<Written[]> {
  const { plans } = await planOperations(deps, operations, by);
  return runPlans(deps, plans);
}

/** Changes of a bundle, newest of each record first. */
async function changesOf(db: TenantDb, bundle: string) {
  const { id } = projectChanges;
  return db
    .rows(projectChanges, new ByIds(sql`${id} >= ${`${bundle}.`} and ${id} < ${`${bundle}/`}`))
    .orderBy(desc(projectChanges.version), projectChanges.id)
    .limit(MAX_OPERATIONS * 2);
}

export async function isWritten(db: TenantDb, bundle: string): Promise<boolean> {
  return (await changesOf(db, bundle)).length > 0;
}

/**
 * Reverts a bundle, all or none. Throws `changed` if part of it has changed since, or was already reverted.
 */
export async function undoBundle(deps: ProjectDeps, bundle: string, by: Writer): Promise<Written[]> {
  const changes = await changesOf(deps.db, bundle);
  const made = new Set(changes.filter(({ action }) => action === "created").map(({ entityId }) => entityId));
  const plans: Plan[] = [];
  for (const change of changes)
    // A new record is removed entirely, whatever else was done to it.
    if (change.action === "created" || !made.has(change.entityId))
      plans.push(...(await planUndo(deps, change.id, by)));
  if (plans.length === 0) throw new AppError("not_found", "There is nothing to undo.");
  return runPlans(deps, plans);
}

/** A bundle under construction: later operations can refer to its new records. */
class Bundle {
  readonly plans: Plan[] = [];
  readonly #deps: ProjectDeps;
  readonly #by: Writer;
  readonly #orders = new Map<string, number>();

  constructor(deps: ProjectDeps, by: Writer) {
    this.#deps = deps;
    this.#by = by;
  }

  async add(one: Operation): Promise<Described> {
    const mutable = Object.hasOwn(MUTABLE, one.entity) ? MUTABLE[one.entity] : undefined;
    if (mutable === undefined)
      throw invalid(`“${one.entity}” can’t be changed this way. Entities: ${MUTABLE_ENTITIES.join(", ")}.`);
    if (one.operation === "insert") return this.#insert(mutable, one);
    if (one.id === undefined) throw invalid("Say which record by its id.");
    const row = await this.#row(mutable.kind, one.id);
    if (one.version !== undefined) refuseOther(row, one.version);
    if (one.operation === "baseline") return this.#baseline(one, row);
    const patch =
      one.operation === "delete"
        ? { deletedAt: isoTime(this.#deps.clock.now()) }
        : parsed(mutable.patch, one.data ?? {}, one.entity);
    const action = one.operation === "delete" ? "deleted" : "updated";
    const plan = await planChange(this.#deps, mutable.kind, row, patch, this.#by, { action });
    if (plan === null) throw new AppError("conflict", "It already has these values.");
    this.plans.push(plan);
    return describe(one.entity, plan, row, patch);
  }

  async #insert({ kind, create }: Mutable, one: Operation): Promise<Described> {
    const values = parsed(create, { ...one.data, id: one.id }, one.entity);
    if (kind.entity === "checklist_item")
      values["projectId"] = (await this.#row(any(TASK), String(values["taskId"] as string)))["projectId"];
    if (Object.hasOwn(getTableColumns(kind.table), "sortOrder") && values["sortOrder"] === undefined)
      values["sortOrder"] = await this.#nextOrder(kind, values);
    const plan = await planCreate(this.#deps, kind, values, this.#by);
    this.plans.push(plan);
    const { id: _id, sortOrder: _sortOrder, ...told } = values;
    return describe(one.entity, plan, null, told);
  }

  async #baseline(one: Operation, row: AnyRow): Promise<Described> {
    if (one.entity !== "projects") throw invalid("Only a project has a baseline.");
    const plan = await planBaseline(this.#deps, row as unknown as ProjectRow, this.#by);
    this.plans.push(plan);
    return describe(one.entity, plan, row, { baselineAt: plan.row["baselineAt"] });
  }

  /** The row after the preceding operations. */
  async #row(kind: RecordKind, id: string): Promise<AnyRow> {
    const planned = this.plans.findLast((plan) => plan.kind === kind && plan.row.id === id);
    return planned?.row ?? ((await recordOf(this.#deps.db, kind, id)) as AnyRow);
  }

  async #nextOrder(kind: RecordKind, values: Readonly<Record<string, unknown>>): Promise<number> {
    const projectId = String(values["projectId"] as string);
    const key = `${kind.entity}:${projectId}`;
    const last = this.#orders.get(key) ?? (await this.#lastOrder(kind, projectId));
    this.#orders.set(key, last + ORDER_STEP);
    return last + ORDER_STEP;
  }

  async #lastOrder(kind: RecordKind, projectId: string): Promise<number> {
    if (kind.entity === "task") return lastOrder(this.#deps.db, projectId);
    if (kind.entity === "phase") return (await phasesOf(this.#deps.db, projectId)).at(-1)?.sortOrder ?? 0;
    return 0;
  }
}

function describe(
  entity: string,
  { kind, row }: Plan,
  before: AnyRow | null,
  values: Readonly<Record<string, unknown>>,
): Described {
  const label = row[kind.label];
  return {
    entity,
    id: row.id,
    label: typeof label === "string" ? label.slice(0, 200) : "",
    version: before?.version ?? null,
    fields: Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name, value, was: before?.[name] ?? null })),
  };
}

function parsed(schema: z.ZodType, data: unknown, entity: string): Record<string, unknown> {
  const read = schema.safeParse(data);
  if (read.success) return { ...(read.data as Record<string, unknown>) };
  const [issue] = read.error.issues;
  throw invalid(`${entity}, ${issue?.path.map(String).join(".") ?? "data"}: ${issue?.message ?? "invalid"}`);
}

function invalid(message: string): AppError {
  return new AppError("invalid_arguments", message);
}

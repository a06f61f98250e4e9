/**
 * The only place that writes project records. A write is one batch: the row by compare-and-set on its
 * version, its consequences, history, audit and event, all applied only if the row changed. Invariants are
 * checked in the same batch and abort it if violated.
 */
import { and, eq, getTableColumns, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { approvedIn, auditIf, changesBetween } from "../platform/audit/index.ts";
import { projectChanges } from "./tables/projects.ts";
import { type Statement, type TenantDb } from "../platform/db/index.ts";
import { eventIf } from "../platform/events/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { canonicalJson } from "../kernel/hash.ts";
import type { ProjectDeps, Writer } from "./ports.ts";
import {
  isMineOf,
  labelOf,
  projectOf,
  type Action,
  type AnyRow,
  type Check,
  type Plan,
  type Prepared,
  type RecordKind,
  type RecordTable,
  type Written,
} from "./record-kind.ts";
import { refuseOther, runPlans } from "./run-plans.ts";
import { sealBefore, sealed, type NewChange } from "./seal.ts";
import { definedFields } from "../kernel/defined-fields.ts";

const BASE = ["tenantId", "version", "moveId", "historySeal", "createdAt", "updatedAt"];

/** `values.id`, if given, is chosen by the client. */
export async function planCreate<Table extends RecordTable>(
  deps: ProjectDeps,
  kind: RecordKind<Table>,
  values: Readonly<Record<string, unknown>>,
  by: Writer,
): Promise<Plan> {
  const nowMs = deps.clock.now();
  const now = isoTime(nowMs);
  const nothing = Object.fromEntries(Object.keys(getTableColumns(kind.table)).map((key) => [key, null]));
  const row: AnyRow = {
    ...nothing,
    ...kind.defaults,
    ...definedFields(values),
    id: typeof values["id"] === "string" ? values["id"] : deps.ids.newId(),
    tenantId: deps.db.tenantId,
    version: 1,
    moveId: deps.ids.newId(),
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  return plan(deps, kind, { before: null, after: row, action: "created", by, nowMs });
}

/** Null if nothing would change. `before` is the row as read. */
export async function planChange<Table extends RecordTable>(
  deps: ProjectDeps,
  kind: RecordKind<Table>,
  before: AnyRow,
  patch: Readonly<Record<string, unknown>>,
  by: Writer,
  { action = "updated", undoOf = null }: { action?: Action; undoOf?: string | null } = {},
): Promise<Plan | null> {
  const changed = Object.entries(definedFields(patch)).filter(
    ([key, value]) => canonicalJson(value) !== canonicalJson(before[key] ?? null),
  );
  if (changed.length === 0) return null;
  const nowMs = deps.clock.now();
  const after = {
    ...before,
    ...Object.fromEntries(changed),
    version: before.version + 1,
    moveId: deps.ids.newId(),
    updatedAt: isoTime(nowMs),
  } as AnyRow;
  return plan(deps, kind, { before, after, action, by, nowMs, undoOf });
}

/** Creates one record; returns the existing one for a repeated ID. Throws `exists` if the ID is taken. */
export async function createRecord<Table extends RecordTable>(
  deps: ProjectDeps,
  kind: RecordKind<Table>,
  values: Readonly<Record<string, unknown>>,
  by: Writer,
  checks: readonly Check[] = [],
): Promise<Written<Table["$inferSelect"]>> {
  const id = values["id"];
  if (typeof id === "string") {
    const there = await deps.db.find(kind.table, eq(kind.table.id, id));
    if (there !== null) return { row: there, changeId: await firstChange(deps.db, id) };
  }
  const planned = await planCreate(deps, kind, values, by);
  const [written] = await runPlans(deps, [{ ...planned, checks: [...planned.checks, ...checks] }]);
  return written as Written<Table["$inferSelect"]>;
}

/** Changes one record at this version. */
export async function changeRecord<Table extends RecordTable>(
  deps: ProjectDeps,
  kind: RecordKind<Table>,
  { id, version, ...patch }: Readonly<Record<string, unknown>> & { id: string; version: number },
  by: Writer,
): Promise<Written<Table["$inferSelect"]>> {
  const row = await recordOf(deps.db, kind, id);
  refuseOther(row as AnyRow, version);
  const planned = await planChange(deps, kind, row as AnyRow, patch, by);
  if (planned === null) return { row, changeId: "" };
  const [written] = await runPlans(deps, [planned]);
  return written as Written<Table["$inferSelect"]>;
}

/** Deletes one record at this version; undo restores it. Returns the change. */
export async function removeRecord<Table extends RecordTable>(
  deps: ProjectDeps,
  kind: RecordKind<Table>,
  { id, version }: { readonly id: string; readonly version: number },
  by: Writer,
): Promise<string> {
  const row = await recordOf(deps.db, kind, id);
  refuseOther(row as AnyRow, version);
  const deletedAt = isoTime(deps.clock.now());
  const planned = await planChange(deps, kind, row as AnyRow, { deletedAt }, by, { action: "deleted" });
  const [written] = await runPlans(deps, planned === null ? [] : [planned]);
  return written?.changeId ?? "";
}

/** A record that is not deleted. Throws `not_found`. */
export async function recordOf<Table extends RecordTable>(
  db: TenantDb,
  { table, noun }: Pick<RecordKind<Table>, "table" | "noun">,
  id: string,
): Promise<Table["$inferSelect"]> {
  const row = await db.find(table, and(eq(table.id, id), isNull(table.deletedAt)) ?? sql`false`);
  if (row === null) throw new AppError("not_found", `That ${noun} doesn’t exist.`);
  return row;
}

async function firstChange(db: TenantDb, entityId: string): Promise<string> {
  const [row] = await db
    .rows(projectChanges, eq(projectChanges.entityId, entityId))
    .orderBy(projectChanges.at, projectChanges.id)
    .limit(1);
  return row?.id ?? "";
}

interface Asked {
  readonly before: AnyRow | null;
  readonly after: AnyRow;
  readonly action: Action;
  readonly by: Writer;
  readonly nowMs: number;
  readonly undoOf?: string | null;
}

async function plan<Table extends RecordTable>(
  deps: ProjectDeps,
  given: RecordKind<Table>,
  asked: Asked,
): Promise<Plan> {
  const kind = given as unknown as RecordKind;
  const { db } = deps;
  const { before, action, by, nowMs } = asked;
  const { id } = asked.after;
  const moveId = String(asked.after["moveId"]);
  const mine = and(eq(kind.table.id, id), eq(kind.table.moveId, moveId)) ?? sql`false`;
  const isMine = isMineOf({ kind, row: asked.after });
  const prepared: Prepared =
    (await kind.prepare?.({ deps, by, before, after: asked.after, nowMs, mine, isMine })) ?? {};
  const unsealed: AnyRow = { ...asked.after, ...prepared.set };
  const changeId =
    by.bundle === undefined ? deps.ids.newId() : `${by.bundle}.${kind.entity}.${id}.${unsealed.version}`;
  const differs = differences(kind, before, unsealed);
  let historySeal = before === null ? "" : await sealBefore(db, before);
  const changes = [...(prepared.past ?? []), changeRow()].map((change) => {
    const row = sealed(change, historySeal, deps.ids.newId());
    historySeal = row.seal;
    return row;
  });
  const row: AnyRow = { ...unsealed, historySeal };
  const { tenantId: _, ...values } = row;
  const { version, updatedAt } = row;
  const decide =
    before === null
      ? db.insert(kind.table, values as never)
      : // Nothing else: figures of a row move without its version.
        db.update(
          kind.table,
          { ...differs.after, version, moveId, historySeal, updatedAt } as never,
          asRead(kind, before),
        );
  const told = { ...asked, ...differs, kind, row };
  return {
    kind,
    changeId,
    row,
    projectId: projectOf(kind, row),
    checks: prepared.checks ?? [],
    statements: [
      decide,
      ...(prepared.along ?? []),
      ...changes.map((change) => db.insertIf(projectChanges, change, kind.table, mine)),
      ...(asked.undoOf === undefined || asked.undoOf === null
        ? []
        : [markUndone(db, asked.undoOf, changeId)]),
      auditIf(db, auditOf(told), nowMs, kind.table, mine),
      eventIf(db, eventOf(told, prepared), nowMs, kind.table, mine),
    ],
  };

  function changeRow(): NewChange {
    const { actor, runId = null } = by;
    return {
      id: changeId,
      projectId: projectOf(kind, unsealed),
      entity: kind.entity,
      entityId: id,
      label: labelOf(kind, unsealed),
      action,
      version: unsealed.version,
      before: differs.before,
      after: differs.after,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      runId,
      undoOf: asked.undoOf ?? null,
      undoneBy: null,
      at: prepared.happenedAt ?? isoTime(nowMs),
    };
  }
}

interface Told {
  readonly kind: RecordKind;
  readonly row: AnyRow;
  readonly action: Action;
  readonly by: Writer;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The columns a write changed, before and after; all of them for a new record. */
function differences(kind: RecordKind, before: AnyRow | null, after: AnyRow) {
  const keys = Object.keys(getTableColumns(kind.table)).filter(
    (key) =>
      !BASE.includes(key) && canonicalJson(before?.[key] ?? null) !== canonicalJson(after[key] ?? null),
  );
  const picked = (row: AnyRow | null): Record<string, unknown> =>
    row === null ? {} : Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));
  return { before: picked(before), after: picked(after) };
}

/** Left out of the audit: long texts, and columns used only for order or bookkeeping. */
const UNTOLD = ["description", "body", "sortOrder", "content", "deletedAt", "statusChangedAt"];

function auditOf({ kind, row, action, by, before, after }: Told) {
  const named = kind.entity === "comment" ? "" : ` “${labelOf(kind, row)}”`;
  const shown = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !UNTOLD.includes(key)));
  return {
    id: `projects.${kind.entity}:${row.id}:${row.version}`,
    actor: by.approver ?? by.actor,
    action: `projects.${kind.entity}_${action}`,
    subject: { kind: kind.entity, id: row.id },
    sentence: `${by.actor.name} ${action === "restored" ? "brought back" : action} the ${kind.noun}${named}${approvedIn(by)}`,
    ...(action === "updated" ? { changes: changesBetween(shown(before), shown(after)) } : {}),
  };
}

function eventOf({ kind, row, action, by, after }: Told, { what = action, tells = {} }: Prepared) {
  const { chain = [], runId = null } = by;
  return {
    id: `pm:${kind.entity}:${row.id}:${row.version}`,
    type: `pm.${kind.stream}.${what}` as const,
    actor: { kind: by.actor.kind, id: by.actor.id },
    payload: {
      ids: [row.id],
      entity: kind.entity,
      projectId: projectOf(kind, row),
      changed: Object.keys(after),
      ...(runId === null ? {} : { runId }),
      ...(chain.length === 0 ? {} : { chain }),
      ...tells,
    },
  };
}

function asRead({ table }: RecordKind, before: AnyRow): SQL {
  const lives = before["deletedAt"] === null ? isNull(table.deletedAt) : isNotNull(table.deletedAt);
  return and(eq(table.id, before.id), eq(table.version, before.version), lives) ?? sql`false`;
}

function markUndone(db: TenantDb, undoOf: string, changeId: string): Statement {
  return db.update(
    projectChanges,
    { undoneBy: changeId },
    sql`${projectChanges.id} = ${undoOf} and exists (select 1 from ${projectChanges} as made where made.id = ${changeId})`,
  );
}

/** Domain events, written in the same batch as the fact they describe, so that neither exists without the other. */
import type { SQL } from "drizzle-orm";
import { events, type Statement, type TenantDb, type TenantTable } from "../db/index.ts";
import { isoTime } from "../../kernel/clock.ts";

export type EventRow = typeof events.$inferSelect;

/** `<domain>.<stream>.<what>`. */
type EventType = `${string}.${string}.${string}`;

export interface EventActor {
  readonly kind: EventRow["actorKind"];
  readonly id: string;
}

/** The system itself. */
export const STEWARD_ACTOR: EventActor = { kind: "system", id: "system:steward" };

export interface DomainEvent {
  /** Deterministic per fact: a repeat writes nothing. */
  readonly id: string;
  readonly type: EventType;
  readonly actor: EventActor;
  /** Our own IDs and names, never outside text. `ids` lists the affected items. */
  readonly payload: { readonly ids: readonly string[] } & Readonly<Record<string, unknown>>;
}

/** The statement for the fact's batch. */
export function eventStatement(db: TenantDb, event: DomainEvent, nowMs: number): Statement {
  return db.insert(events, rowOf(event, nowMs)).onConflictDoNothing();
}

/** The same, with a condition. */
export function eventWhere(db: TenantDb, event: DomainEvent, nowMs: number, condition: SQL): Statement {
  return db.insertWhere(events, rowOf(event, nowMs), condition).onConflictDoNothing();
}

/** The same, only if a row of `guard` matches: for facts that depend on a compare-and-set of the batch. */
export function eventIf(
  db: TenantDb,
  event: DomainEvent,
  nowMs: number,
  guard: TenantTable,
  condition: SQL,
): Statement {
  return db.insertIf(events, rowOf(event, nowMs), guard, condition);
}

function rowOf({ id, type, actor, payload }: DomainEvent, nowMs: number) {
  return {
    id,
    type,
    at: isoTime(nowMs),
    actorKind: actor.kind,
    actorId: actor.id,
    payload: { ...payload },
    open: true,
  };
}

export function idsIn({ payload }: EventRow): string[] {
  const ids = payload["ids"];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

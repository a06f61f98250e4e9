/** Domain events: facts in their order, written in the batch of the fact, so that none is without the other. */
import type { SQL } from "drizzle-orm";
import { events, type Statement, type TenantDb, type TenantTable } from "../db/index.ts";
import { isoTime } from "../../kernel/clock.ts";

/** A row of `events`. */
export type EventRow = typeof events.$inferSelect;

/** `<domain>.<stream>.<what>`. */
type EventType = `${string}.${string}.${string}`;

/** Who did it. */
export interface EventActor {
  readonly kind: EventRow["actorKind"];
  readonly id: string;
}

/** The product itself. */
export const STEWARD_ACTOR: EventActor = { kind: "system", id: "system:steward" };

/** A fact. */
export interface DomainEvent {
  /** The same for the same fact: a repeat writes nothing. */
  readonly id: string;
  readonly type: EventType;
  readonly actor: EventActor;
  /** Ids and names of ours; never words from outside. `ids` names the things it is about. */
  readonly payload: { readonly ids: readonly string[] } & Readonly<Record<string, unknown>>;
}

/** Statement for the batch that writes the fact. */
export function eventStatement(db: TenantDb, event: DomainEvent, nowMs: number): Statement {
  return db.insert(events, rowOf(event, nowMs)).onConflictDoNothing();
}

/** The same, written only where a condition holds. */
export function eventWhere(db: TenantDb, event: DomainEvent, nowMs: number, condition: SQL): Statement {
  return db.insertWhere(events, rowOf(event, nowMs), condition).onConflictDoNothing();
}

/** The same, written only where a row of `guard` matches: for facts that a compare-and-set of the same batch decides. */
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

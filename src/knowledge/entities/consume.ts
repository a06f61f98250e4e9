/** Keeps entities current: events name items that were created, changed or removed, which are then read again. */
import {
  eventStatement,
  STEWARD_ACTOR,
  type Consumer,
  type EventRow,
  idsIn,
} from "../../platform/events/index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { MentionKind } from "../api/entities.ts";
import { regroup, settleGroups } from "./groups.ts";
import { keepMembers, keepMentions } from "./keep.ts";
import { placeOfSource, placeOfSweep, sweepPage, type Place } from "./sweep.ts";

const KIND_OF: readonly (readonly [beginning: string, kind: MentionKind])[] = [
  ["contacts.contact.", "contact"],
  ["mail.email.", "email"],
  ["mail.summary.", "email"],
  ["knowledge.email.", "email"],
  ["knowledge.document.", "document"],
  ["knowledge.event.", "event"],
  ["knowledge.issue.", "issue"],
];
/** Sweeps all records once, one page per event: for teams older than entities. */
const SWEEP = "entities.sweep.asked";
/** A manual merge or separation. */
export const RULED = "entities.entity.ruled";
/** A source's audience changed: names that only it contains are added or removed. */
const SHARED = "knowledge.source.shared";
/** Items per batch. */
const BATCH_SIZE = 25;

interface EntityDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
}

export function entityConsumer(deps: EntityDeps): Consumer {
  const { db } = deps;
  return {
    name: "entities",
    takes: [...KIND_OF.map(([beginning]) => beginning), SWEEP, SHARED, RULED],
    async take(events) {
      await keepMembers(db);
      for (const [beginning, kind] of KIND_OF) {
        const ids = [...new Set(events.filter(({ type }) => type.startsWith(beginning)).flatMap(idsIn))];
        for (let at = 0; at < ids.length; at += BATCH_SIZE)
          await keepMentions(db, kind, ids.slice(at, at + BATCH_SIZE));
      }
      for (const event of events.filter(({ type }) => type === SWEEP)) await sweepOn(deps, event);
      for (const event of events.filter(({ type }) => type === SHARED)) await sweepSource(deps, event);
      await regroup(db);
      // Results computed during a ruling may not reflect it, so they are recomputed.
      const ruled = events.filter(({ type }) => type === RULED).flatMap(idsIn);
      if (ruled.length > 0) await settleGroups(db, ruled);
    },
  };
}

/** Requests a full sweep. Idempotent. */
export async function ensureEntities({ db, clock }: EntityDeps): Promise<void> {
  await db.batch([sweepEvent(db, `${SWEEP}:first`, null, clock.now())]);
}

/** Processes one page and queues the next. */
async function sweepOn({ db, clock }: EntityDeps, { id, payload }: EventRow): Promise<void> {
  const { kind, ids, next } = await sweepPage(db, placeOfSweep(payload["place"]), BATCH_SIZE);
  if (ids.length > 0) await keepMentions(db, kind, ids);
  if (next === null) return;
  const [begun = id] = id.split("#");
  await db.batch([sweepEvent(db, `${begun}#${JSON.stringify(next)}`, next, clock.now())]);
}

/** Sweeps a source's items, one page per event. */
async function sweepSource({ db, clock }: EntityDeps, event: EventRow): Promise<void> {
  for (const source of idsIn(event)) {
    const place = await placeOfSource(db, source);
    if (place === null) continue;
    await db.batch([sweepEvent(db, `${SWEEP}:${event.id}`, place, clock.now())]);
  }
}

function sweepEvent(db: TenantDb, id: string, place: Place | null, nowMs: number) {
  const event = { id, type: SWEEP, actor: STEWARD_ACTOR, payload: { ids: [], place } } as const;
  return eventStatement(db, event, nowMs);
}

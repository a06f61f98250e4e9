/** Manual merges and separations. Each is a stored ruling that can be undone and that later reads don't override. */
import { sql } from "drizzle-orm";
import { auditStatement, type Actor } from "../../platform/audit/index.ts";
import { among, type Statement, type TenantDb } from "../../platform/db/index.ts";
import { entityRulings } from "../tables/entities.ts";
import { eventStatement } from "../../platform/events/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { EntityRef } from "../api/entities.ts";
import { RULED } from "./consume.ts";
import { idOf, inBatches } from "./entity-rows.ts";
import { groupsOf, pairOf, type EntityRow, type Group } from "./grouping.ts";
import { groupsWith, rulingsOn, settleGroups } from "./groups.ts";
import { refOf } from "./shown.ts";

/** Maximum rows per entity. */
const MOST_PARTS = 20;
const RULINGS_AT_ONCE = 14;

export interface Change {
  readonly by: Actor;
  readonly nowMs: number;
}

/** The group of a row, by ID or key (`contact:<id>`). Throws AppError `not_found`. */
export async function groupAt(db: TenantDb, id: string): Promise<Group> {
  const [group] = await groupsWith(db, [id.includes(":") ? await idOf({ key: id }) : id]);
  if (group === undefined)
    throw new AppError("not_found", "This record no longer exists. Its items may have been deleted.");
  return group;
}

/** Merges an entity into another and returns the representing one. Throws AppError `not_found`, `conflict`. */
export async function mergeEntities(
  db: TenantDb,
  id: string,
  into: string,
  change: Change,
): Promise<EntityRef> {
  const [below, above] = await Promise.all([groupAt(db, id), groupAt(db, into)]);
  const [from, top] = [below[0], above[0]];
  if (from.id === top.id) throw new AppError("conflict", "These are already merged.");
  if (from.type !== top.type) throw new AppError("conflict", `A ${from.type} can’t be a ${top.type}.`);
  if (below.length + above.length > MOST_PARTS)
    throw new AppError("conflict", `No more than ${MOST_PARTS} records can be merged into one.`);
  const sentence = `${change.by.name} merged ${from.name} into ${top.name}`;
  await rule(db, [below, above], { change, action: "entities.merged", sentence }, [
    ...takenBack(db, below, above),
    rulings(db, [{ ...pairOf(from.id, top.id), intoId: top.id }], change),
  ]);
  return refOf((await groupAt(db, id))[0]);
}

/** Separates a row with everything only it contributed; it stays separate until merged again. Throws AppError `not_found`, `conflict`. */
export async function separateEntity(db: TenantDb, id: string, change: Change): Promise<void> {
  const group = await groupAt(db, id);
  const [root] = group;
  const row = group.find((one) => one.id === id);
  if (row === undefined || row.id === root.id)
    throw new AppError("conflict", "It isn’t merged into anything.");
  if (group.length > MOST_PARTS * 2)
    throw new AppError(
      "conflict",
      "Too many records are merged here. Remove the addresses from its contact.",
    );
  const without = group.filter((one) => one.id !== id);
  const known = await rulingsOn(db, idsOf(group));
  const stays = groupsOf(without, known).find((some) => some.some((one) => one.id === root.id)) ?? [root];
  const staying = new Set(idsOf(stays));
  const goes = group.filter((one) => !staying.has(one.id));
  const pairs = goes.flatMap((one) => stays.map((other) => ({ ...pairOf(one.id, other.id), intoId: null })));
  const sentence = `${change.by.name} separated ${row.name} from ${root.name}`;
  await rule(db, [goes, stays], { change, action: "entities.separated", sentence }, [
    ...takenBack(db, goes, stays),
    ...inBatches(pairs, RULINGS_AT_ONCE).map((some) => rulings(db, some, change)),
  ]);
}

/** Writes rulings with their audit entry and an event that corrects concurrent work, then regroups. */
async function rule(
  db: TenantDb,
  [one, other]: readonly [readonly EntityRow[], readonly EntityRow[]],
  {
    change,
    action,
    sentence,
  }: { readonly change: Change; readonly action: string; readonly sentence: string },
  statements: readonly Statement[],
): Promise<void> {
  const { by, nowMs } = change;
  const ids = idsOf([...one, ...other]);
  const subjectId = ids[0] ?? "";
  const id = `${action}:${subjectId}:${nowMs}`;
  const subject = { kind: "entity", id: subjectId };
  await db.batch([
    ...statements,
    auditStatement(db, { id, actor: by, action, sentence, subject }, nowMs),
    eventStatement(db, { id: `${RULED}:${id}`, type: RULED, actor: by, payload: { ids } }, nowMs),
  ]);
  await settleGroups(db, ids);
}

/** Deletes the rulings between two sets of rows. */
function takenBack(db: TenantDb, one: readonly EntityRow[], other: readonly EntityRow[]): Statement[] {
  const [left, right] = [idsOf(one), idsOf(other)];
  const between = (ones: readonly string[], others: readonly string[]): Statement =>
    db.remove(
      entityRulings,
      sql`${among(entityRulings.oneId, ones)} and ${among(entityRulings.otherId, others)}`,
    );
  return [between(left, right), between(right, left)];
}

function rulings(
  db: TenantDb,
  pairs: readonly { readonly oneId: string; readonly otherId: string; readonly intoId: string | null }[],
  { by, nowMs }: Change,
): Statement {
  return db.insert(
    entityRulings,
    pairs.map((pair) => ({ ...pair, byName: by.name, at: isoTime(nowMs) })),
  );
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

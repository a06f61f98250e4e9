/** Loads rows with their groups, and regroups after changes. Always a bounded neighborhood, never everything. */
import { sql } from "drizzle-orm";
import { among, type Statement, type TenantDb } from "../../platform/db/index.ts";
import { entities, entityRulings, entityWords } from "../tables/entities.ts";
import { groupsOf, type EntityRow, type Group, type Ruling } from "./grouping.ts";
import { keysOf } from "./identities.ts";

/** Maximum rows per query and rows per shared name or number. */
const MOST_ROWS = 500;
const MOST_SHARERS = 200;
const LOOSE_AT_ONCE = 40;
/** In oversized neighborhoods, rows within this distance of a change are loaded with their full groups. */
const NEAR_ROUNDS = 2;

/** The rows with these IDs and their whole groups. */
export function rowsOfGroups(db: TenantDb, ids: readonly string[]): Promise<EntityRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const roots = sql`select ${entities.rootId} from ${entities} where ${entities.tenantId} = ${db.tenantId} and ${among(entities.id, ids)}`;
  return db.rows(entities, sql`${entities.rootId} in (${roots})`).limit(MOST_ROWS);
}

/** The stored groups of these rows. */
export async function groupsWith(db: TenantDb, ids: readonly string[]): Promise<Group[]> {
  const byRoot = Map.groupBy(await rowsOfGroups(db, ids), ({ rootId }) => rootId);
  return [...byRoot].map(([root, rows]) => {
    const sorted = rows.toSorted((a, b) => Number(b.id === root) - Number(a.id === root));
    return sorted as [EntityRow, ...EntityRow[]];
  });
}

/** Manual rulings on any of these rows. */
export async function rulingsOn(db: TenantDb, ids: readonly string[]): Promise<Ruling[]> {
  const [ones, others] = await Promise.all([
    db.rows(entityRulings, among(entityRulings.oneId, ids)).limit(MOST_ROWS),
    db.rows(entityRulings, among(entityRulings.otherId, ids)).limit(MOST_ROWS),
  ]);
  return [...new Map([...ones, ...others].map((row) => [`${row.oneId} ${row.otherId}`, row])).values()];
}

/** Regroups all rows marked as changed. Idempotent. */
export async function regroup(db: TenantDb): Promise<void> {
  for (;;) {
    const loose = await db.rows(entities, sql`is_loose = 1`).limit(LOOSE_AT_ONCE);
    if (loose.length === 0) return;
    const ids = idsOf(loose);
    await settleGroups(db, ids);
    await db.update(entities, { isLoose: false }, among(entities.id, ids));
  }
}

/** Regroups these rows and all that may belong with them. */
export async function settleGroups(db: TenantDb, ids: readonly string[]): Promise<void> {
  const { rows, rulings, near } = await neighborhood(db, ids);
  const statements: Statement[] = groupsOf(rows, rulings)
    .filter((group) => group.some(({ id }) => near.has(id)))
    .flatMap((group) => {
      const [{ id: rootId }] = group;
      const moved = idsOf(group.filter((row) => row.rootId !== rootId));
      return moved.length === 0 ? [] : [db.update(entities, { rootId }, among(entities.id, moved))];
    });
  await db.batch(statements);
}

/** All rows connected by group, ruling, name, address or number. In oversized neighborhoods, only what is `near` the rows. */
async function neighborhood(db: TenantDb, ids: readonly string[]) {
  const rows = new Map<string, EntityRow>();
  const rulings = new Map<string, Ruling>();
  let near = new Set<string>();
  let next: readonly string[] = ids;
  for (let round = 0; next.length > 0 && rows.size < MOST_ROWS; round++) {
    const found = (await rowsOfGroups(db, next)).filter(({ id }) => !rows.has(id));
    for (const row of found) rows.set(row.id, row);
    const [ruled, shared] = await Promise.all([rulingsOn(db, idsOf(found)), sharing(db, found)]);
    for (const ruling of ruled) rulings.set(`${ruling.oneId} ${ruling.otherId}`, ruling);
    const ends = ruled.flatMap(({ oneId, otherId }) => [oneId, otherId]);
    next = [...new Set([...ends, ...shared])].filter((id) => !rows.has(id));
    // Rulings on deleted rows lead nowhere.
    if (found.length === 0) next = [];
    if (round < NEAR_ROUNDS || rows.size < MOST_ROWS) near = new Set(rows.keys());
  }
  return { rows: [...rows.values()], rulings: [...rulings.values()], near };
}

/** Rows that share a name, address or number. */
async function sharing(db: TenantDb, rows: readonly EntityRow[]): Promise<string[]> {
  const keys = rows.filter(({ type }) => type === "person").flatMap(keysOf);
  if (keys.length === 0) return [];
  const found = await db
    .rows(entityWords, among(entityWords.word, [...new Set(keys)]))
    .limit(Math.max(MOST_SHARERS, rows.length * 2));
  return found.map(({ entityId }) => entityId);
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

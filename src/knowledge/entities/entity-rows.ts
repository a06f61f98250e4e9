/** Statements that write changed entity rows and delete unreferenced ones, for the batch that writes mentions. */
import { sql, type SQL } from "drizzle-orm";
import { among, type Statement, type TenantDb } from "../../platform/db/index.ts";
import { entities, entityWords, mentions } from "../tables/entities.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { EntityRow } from "./grouping.ts";
import { keysOf, wordsOf, type Identity } from "./identities.ts";
import { sortNameOf } from "../../kernel/plain-words.ts";

/** Rows per statement: D1 binds at most 100 values. */
const ENTITIES_AT_ONCE = 9;
const WORDS_AT_ONCE = 33;
const MOST_SHARERS = 200;
const NOBODY = { name: "", emails: [], phones: [] } as const;

/** Derived from the identity's key, so it is stable. */
export function idOf({ key }: Pick<Identity, "key">): Promise<string> {
  return derivedId("entity", key);
}

/** Writes new and changed rows. Grouping follows later (`regroup`). */
export async function entityStatements(db: TenantDb, identities: readonly Identity[]): Promise<Statement[]> {
  const byKey = new Map<string, Identity>();
  // Prefer a variant with a name over one with only an address.
  for (const one of identities) if (!byKey.has(one.key) || !one.name.includes("@")) byKey.set(one.key, one);
  const found = await Promise.all([...byKey.values()].map(async (one) => ({ ...one, id: await idOf(one) })));
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const known = new Map((await db.rows(entities, among(entities.id, ids))).map((row) => [row.id, row]));
  const changed = found.flatMap((one) => {
    const before = known.get(one.id);
    if (before === undefined) return [{ ...one, rootId: one.id }];
    // A name replaces an address, never the reverse.
    const name = one.name.includes("@") ? before.name : one.name;
    return isSame(before, { ...one, name }) ? [] : [{ ...one, name, rootId: before.rootId }];
  });
  const keysBefore = changed.flatMap(({ id }) => keysOf(known.get(id) ?? NOBODY));
  const rows = changed.map((row) => ({ ...row, sortName: sortNameOf(row.name), isLoose: true }));
  const words = rows.flatMap((row) => wordsOf(row).map((word) => ({ word, entityId: row.id })));
  const set = {
    name: sql`excluded.name`,
    sortName: sql`excluded.sort_name`,
    emails: sql`excluded.emails`,
    phones: sql`excluded.phones`,
    isLoose: true,
  };
  return [
    ...(keysBefore.length === 0 ? [] : [loosened(db, among(entityWords.word, keysBefore))]),
    ...inBatches(rows, ENTITIES_AT_ONCE).map((some) =>
      db
        .insert(entities, some)
        .onConflictDoUpdate({ target: [entities.tenantId, entities.id], set: set as never }),
    ),
    ...withoutWords(
      db,
      rows.map(({ id }) => id),
    ),
    ...inBatches(words, WORDS_AT_ONCE).map((some) => db.insert(entityWords, some).onConflictDoNothing()),
  ];
}

/** Marks rows that share these words for regrouping: the shared key of a changed row may no longer apply. */
function loosened(db: TenantDb, isWord: SQL): Statement {
  const sharers = sql`select ${entityWords.entityId} from ${entityWords} where ${entityWords.tenantId} = ${db.tenantId} and ${isWord} limit ${MOST_SHARERS}`;
  return db.update(entities, { isLoose: true }, sql`${entities.id} in (${sharers})`);
}

function withoutWords(db: TenantDb, ids: readonly string[]): Statement[] {
  return ids.length === 0 ? [] : [db.remove(entityWords, among(entityWords.entityId, ids))];
}

function isSame(before: EntityRow, { name, emails, phones }: Identity): boolean {
  return (
    JSON.stringify([before.name, before.emails, before.phones]) === JSON.stringify([name, emails, phones])
  );
}

/** Deletes those rows that are referenced only by titles, with everything attached. Team members stay. */
export function dropStatements(db: TenantDb, ids: readonly string[]): Statement[] {
  if (ids.length === 0) return [];
  const own = sql`select 1 from ${mentions} m where m.tenant_id = ${db.tenantId} and m.entity_id = ${entities.id} and m.role <> 'named'`;
  return removal(db, ids, sql`substr(${entities.key}, 1, 5) <> 'user:' and not exists (${own})`);
}

/** Deletes rows of people who left the team. */
export async function dropMembers(db: TenantDb, members: readonly Identity[]): Promise<Statement[]> {
  const keys = new Set(members.map(({ key }) => key));
  const kept = await db.rows(entities, sql`${entities.key} >= 'user:' and ${entities.key} < 'user;'`);
  const gone = kept.filter(({ key }) => !keys.has(key)).map(({ id }) => id);
  return gone.length === 0 ? [] : removal(db, gone, sql`true`);
}

/** Remaining rows of the same groups are regrouped. */
function removal(db: TenantDb, ids: readonly string[], goes: SQL): Statement[] {
  const going = sql`${among(entities.id, ids)} and ${goes}`;
  const roots = sql`select ${entities.rootId} from ${entities} where ${entities.tenantId} = ${db.tenantId} and ${going}`;
  const those = sql`select ${entities.id} from ${entities} where ${entities.tenantId} = ${db.tenantId} and ${going}`;
  const keys = sql`select w.word from ${entityWords} w where w.tenant_id = ${db.tenantId} and w.entity_id in (${those})
    and (instr(w.word, ' ') > 0 or instr(w.word, '@') > 0 or substr(w.word, 1, 1) = '+')`;
  const isGone = (column: SQL): SQL =>
    sql`${among(column, ids)} and not exists (select 1 from ${entities} e where e.tenant_id = ${db.tenantId} and e.id = ${column})`;
  return [
    loosened(db, sql`${entityWords.word} in (${keys})`),
    db.update(entities, { isLoose: true }, sql`root_id in (${roots})`),
    db.remove(entities, going),
    db.remove(entityWords, isGone(sql`${entityWords.entityId}`)),
    db.remove(mentions, isGone(sql`${mentions.entityId}`)),
  ];
}

/** Splits rows into batches. */
export function inBatches<Row>(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  );
}

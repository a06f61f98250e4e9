/** Lists entities by type or search words. Each appears once, however many records it has. */
import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import { askedWords } from "../../messaging/contacts/index.ts";
import { among, idsWithWords, pageOfFound, type TenantDb } from "../../platform/db/index.ts";
import { entities, entityWords } from "../tables/entities.ts";
import type { SoughtWord, WordTable } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { EntityLine, EntityType } from "../api/entities.ts";
import { lineOf } from "./shown.ts";

const PAGE = 50;
/** A word may match any record of an entity. */
const WORDS: WordTable = {
  table: entityWords,
  word: entityWords.word,
  id: entityWords.entityId,
  sameAs: (db) =>
    sql`select other.id from ${entities} one cross join ${entities} other on other.tenant_id = one.tenant_id and other.root_id = one.root_id where one.tenant_id = ${db.tenantId} and one.id = ${entityWords.entityId}`,
};

/** Names starting with a digit, such as addresses, sort below this and are listed last. */
const LETTERS = ":";

/** `cursor` is the previous page's `nextCursor`. */
interface EntitiesQuery {
  readonly type?: EntityType | undefined;
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

interface Listed {
  readonly items: EntityLine[];
  readonly nextCursor: string | null;
}

/** A page: letters first, then digits. Throws AppError `invalid_request`. */
export async function listEntities(
  db: TenantDb,
  { type, q = "", cursor, limit = PAGE }: EntitiesQuery,
): Promise<Listed> {
  const words = askedWords(q);
  return words.length === 0
    ? listByName(db, { type, cursor, limit })
    : listFound(db, words, { type, cursor, limit });
}

interface PageQuery {
  readonly type: EntityType | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

async function listByName(db: TenantDb, { type, cursor, limit }: PageQuery): Promise<Listed> {
  const conditions = [isRoot, ...(type === undefined ? [] : [eq(entities.type, type)])];
  const inOrder = (part: SQL, from: string | undefined, most: number) =>
    db
      .rows(entities, and(...conditions, part, from === undefined ? undefined : after(from)) ?? part)
      .orderBy(asc(entities.sortName), asc(entities.id))
      .limit(most);
  // Two consecutive index scans: sorting would read all rows.
  const isAmongNumbers = cursor !== undefined && cursor < LETTERS;
  const named = isAmongNumbers
    ? []
    : await inOrder(sql`${entities.sortName} >= ${LETTERS}`, cursor, limit + 1);
  const numbered =
    named.length > limit
      ? []
      : await inOrder(
          sql`${entities.sortName} < ${LETTERS}`,
          isAmongNumbers ? cursor : undefined,
          limit + 1 - named.length,
        );
  const rows = [...named, ...numbered];
  const last = rows[limit - 1];
  return {
    items: rows.slice(0, limit).map(lineOf),
    nextCursor: rows.length > limit && last !== undefined ? `${last.sortName}~${last.id}` : null,
  };
}

const isRoot = sql`${entities.rootId} = ${entities.id}`;

/** Entities with the words in any record. */
async function listFound(
  db: TenantDb,
  words: readonly SoughtWord[],
  { type, cursor, limit }: PageQuery,
): Promise<Listed> {
  const also =
    type === undefined
      ? undefined
      : sql`exists (select 1 from ${entities} one where one.tenant_id = ${db.tenantId} and one.id = ${entityWords.entityId} and one.type = ${type})`;
  const find = async (most: number): Promise<EntityRow[]> => {
    const ids = await idsWithWords(db, WORDS, words, { most, also });
    const records = await db.pick(
      { id: entities.id, rootId: entities.rootId },
      entities,
      among(entities.id, ids),
    );
    const rootOf = new Map(records.map((row) => [String(row["id"]), String(row["rootId"])]));
    const roots = [...new Set(ids.flatMap((id) => rootOf.get(id) ?? []))];
    const rows = new Map((await db.rows(entities, among(entities.id, roots))).map((row) => [row.id, row]));
    return roots.flatMap((id) => rows.get(id) ?? []);
  };
  const { items, next } = await pageOfFound(find, (rows) => rows.toSorted(byName), {
    from: placeIn(cursor),
    limit,
  });
  return { items: items.map(lineOf), nextCursor: next === null ? null : String(next) };
}

type EntityRow = typeof entities.$inferSelect;

function byName(one: EntityRow, other: EntityRow): number {
  const isNumbered = (row: EntityRow): number => (row.sortName < LETTERS ? 1 : 0);
  const [left, right] = [
    [isNumbered(one), one.sortName, one.id],
    [isNumbered(other), other.sortName, other.id],
  ] as const;
  const at = left.findIndex((value, index) => value !== right[index]);
  return at === -1 ? 0 : (left[at] ?? "") < (right[at] ?? "") ? -1 : 1;
}

function placeIn(cursor: string | undefined): number {
  if (cursor !== undefined && !/^\d{1,4}$/.test(cursor))
    throw new AppError("invalid_request", "Invalid cursor");
  return Number(cursor ?? 0);
}

function after(cursor: string): SQL {
  const [, name, id] = /^(.*)~([^~]+)$/s.exec(cursor) ?? [];
  if (name === undefined || id === undefined) throw new AppError("invalid_request", "Invalid cursor");
  return sql`(${entities.sortName}, ${entities.id}) > (${name}, ${id})`;
}

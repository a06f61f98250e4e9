/** Entities by name: all of a kind, or what some words find. Each once, however many records it is put together from. */
import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import { askedWords, type AskedWord } from "../contacts/index.ts";
import { entities, entityWords, type TenantDb } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { EntityLine, EntityType } from "../protocol/entities.ts";
import { lineOf } from "./shown.ts";

const PAGE = 50;
/** Rows a word is looked up for. */
const MOST_CANDIDATES = 2_000;

/** Names that begin with a number, as streets do, sort below this: they come after all others. */
const LETTERS = ":";

/** What is listed. `cursor` is the `nextCursor` of the page before. */
export interface EntitiesQuery {
  readonly type?: EntityType | undefined;
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** A page: names first, what begins with a number behind them. Throws AppError `invalid_request`. */
export async function listEntities(
  db: TenantDb,
  { type, q = "", cursor, limit = PAGE }: EntitiesQuery,
): Promise<{ readonly items: EntityLine[]; readonly nextCursor: string | null }> {
  const words = askedWords(q);
  const conditions = [
    sql`${entities.rootId} = ${entities.id}`,
    ...(type === undefined ? [] : [eq(entities.type, type)]),
    ...words.map((word) => holds(db, word)),
  ];
  const inOrder = (part: SQL, from: string | undefined, most: number) =>
    db
      .rows(entities, and(...conditions, part, from === undefined ? undefined : after(from)) ?? part)
      // What words found is sorted; all of a kind come in the order of the index.
      .orderBy(
        ...(words.length === 0 ? [asc(entities.sortName)] : [sql`+${entities.sortName}`]),
        asc(entities.id),
      )
      .limit(most);
  // Two walks along the index, one after the other: a sort of everything would read everything.
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

function after(cursor: string): SQL {
  const [, name, id] = /^(.*)~([^~]+)$/s.exec(cursor) ?? [];
  if (name === undefined || id === undefined)
    throw new AppError("invalid_request", "The cursor is not one of ours");
  return sql`(${entities.sortName}, ${entities.id}) > (${name}, ${id})`;
}

/** Any record of it has the word. */
function holds(db: TenantDb, { word, isWhole }: AskedWord): SQL {
  const mine = sql`${entityWords.tenantId} = ${db.tenantId}`;
  const is = isWhole
    ? sql`${entityWords.word} = ${word}`
    : sql`${entityWords.word} >= ${word} and ${entityWords.word} < ${`${word}\u{10ffff}`}`;
  const found = sql`select ${entityWords.entityId} from ${entityWords} where ${mine} and ${is} limit ${MOST_CANDIDATES}`;
  return sql`${entities.id} in (select r.root_id from ${entities} r where r.tenant_id = ${db.tenantId} and r.id in (${found}))`;
}

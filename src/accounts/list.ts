/** Lists of accounts: by name, by stage, or search results; paginated. */
import { asc, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { accounts, accountWords } from "./tables/accounts.ts";
import { among, idsWithWords, pageOfFound, type TenantDb, type WordTable } from "../platform/db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { plainWords } from "../kernel/plain-words.ts";
import type { AccountLine } from "./api/accounts.ts";
import type { AccountRow } from "./store.ts";

const PAGE = 50;
const MAX_ASKED = 6;
const WORDS: WordTable = { table: accountWords, word: accountWords.word, id: accountWords.accountId };

/** `cursor` is the `nextCursor` of the previous page. */
interface AccountQuery {
  readonly q?: string | undefined;
  /** For a stage: the stage names its accounts may have. */
  readonly stages?: readonly string[] | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** Throws AppError `invalid_request` for a foreign cursor. */
export async function listAccounts(
  db: TenantDb,
  { q = "", stages, cursor, limit = PAGE }: AccountQuery,
): Promise<{ readonly items: readonly AccountRow[]; readonly nextCursor: string | null }> {
  const words = plainWords(q).slice(0, MAX_ASKED);
  if (words.length > 0) return listFound(db, words, { stages, cursor, limit });
  const conditions: SQL[] = [
    isNull(accounts.deletedAt),
    ...(stages === undefined ? [] : [inArray(accounts.stage, [...stages])]),
    ...(cursor === undefined ? [] : [after(cursor)]),
  ];
  const rows = await db
    .rows(accounts, sql.join(conditions, sql` and `))
    .orderBy(asc(accounts.sortName), asc(accounts.id))
    .limit(limit + 1);
  const last = rows[limit - 1];
  const more = rows.length > limit && last !== undefined;
  return { items: rows.slice(0, limit), nextCursor: more ? `${last.sortName}~${last.id}` : null };
}

function after(cursor: string): SQL {
  const [, name, id] = /^(.*)~([^~]*)$/s.exec(cursor) ?? [];
  if (name === undefined || id === undefined) throw new AppError("invalid_request", "Invalid cursor");
  return sql`(${accounts.sortName}, ${accounts.id}) > (${name}, ${id})`;
}

/** Accounts with words that start this way. */
async function listFound(
  db: TenantDb,
  words: readonly string[],
  {
    stages,
    cursor = "0",
    limit,
  }: {
    readonly stages: readonly string[] | undefined;
    readonly cursor: string | undefined;
    readonly limit: number;
  },
): Promise<{ readonly items: readonly AccountRow[]; readonly nextCursor: string | null }> {
  if (!/^\d{1,4}$/.test(cursor)) throw new AppError("invalid_request", "Invalid cursor");
  const isOfStage =
    stages === undefined
      ? sql`true`
      : sql`one.stage in (select value from json_each(${JSON.stringify(stages)}))`;
  const also = sql`exists (select 1 from ${accounts} one where one.tenant_id = ${db.tenantId} and one.id = ${accountWords.accountId} and one.deleted_at is null and ${isOfStage})`;
  const sought = words.map((word) => ({ word, isWhole: false }));
  const find = async (most: number) => {
    const ids = await idsWithWords(db, WORDS, sought, { most, also });
    const rows = new Map((await db.rows(accounts, among(accounts.id, ids))).map((row) => [row.id, row]));
    return ids.flatMap((id) => rows.get(id) ?? []);
  };
  const { items, next } = await pageOfFound(find, (rows) => rows.toSorted(byName), {
    from: Number(cursor),
    limit,
  });
  return { items, nextCursor: next === null ? null : String(next) };
}

function byName(one: AccountRow, other: AccountRow): number {
  if (one.sortName !== other.sortName) return one.sortName < other.sortName ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

export function accountLine({
  id,
  name,
  stage,
  industry,
  location,
  insuranceTypes,
  nextSteps,
  lastContactAt,
  problem,
  updatedAt,
}: AccountRow): AccountLine {
  return {
    id,
    name,
    stage,
    industry,
    location,
    insuranceTypes: [...insuranceTypes],
    nextSteps: [...nextSteps],
    lastContactAt,
    problem,
    updatedAt,
  };
}

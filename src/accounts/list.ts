/** Accounts as lists show them: by name, of a stage, or those some words find; a page at a time. */
import { asc, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { accounts, accountWords, type TenantDb } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { plainWords } from "../kernel/plain-words.ts";
import type { AccountLine } from "../protocol/accounts.ts";
import type { AccountRow } from "./store.ts";

const PAGE = 50;
const MAX_ASKED = 6;
/** Most accounts a word is looked up for. */
const MAX_CANDIDATES = 2000;

/** What is listed. `cursor` is the `nextCursor` of the page before. */
export interface AccountQuery {
  readonly q?: string | undefined;
  /** Of a stage: the words accounts may have for it. */
  readonly stages?: readonly string[] | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** A page of accounts. Throws AppError `invalid_request` for a foreign cursor. */
export async function listAccounts(
  db: TenantDb,
  { q = "", stages, cursor, limit = PAGE }: AccountQuery,
): Promise<{ readonly items: readonly AccountRow[]; readonly nextCursor: string | null }> {
  const conditions: SQL[] = [
    isNull(accounts.deletedAt),
    ...plainWords(q)
      .slice(0, MAX_ASKED)
      .map((word) => withWord(db, word)),
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
  if (name === undefined || id === undefined)
    throw new AppError("invalid_request", "The cursor is not one of ours");
  return sql`(${accounts.sortName}, ${accounts.id}) > (${name}, ${id})`;
}

/** Those with a word that begins so: a range of the index. */
function withWord(db: TenantDb, word: string): SQL {
  return sql`${accounts.id} in (select account_id from ${accountWords} where tenant_id = ${db.tenantId} and ${accountWords.word} >= ${word} and ${accountWords.word} < ${`${word}\u{10ffff}`} limit ${MAX_CANDIDATES})`;
}

/** An account as a line. */
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

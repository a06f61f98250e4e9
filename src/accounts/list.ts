/** Lists of accounts: by name, by stage, or search results; paginated. */
import { asc, desc, inArray, isNull, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { accounts, accountValues, accountWords } from "./tables/accounts.ts";
import { among, idsWithWords, pageOfFound, type TenantDb, type WordTable } from "../platform/db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { plainWords } from "../kernel/plain-words.ts";
import type { TeamField } from "./api/account-fields.ts";
import { readValueOf } from "./api/account-details.ts";
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
  /** By the values of a field; accounts without one come last, by name, unless only some values are asked for. Not with `q`. */
  readonly by?: ByField | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** A field of the team's, its values in order. */
export interface ByField {
  readonly field: TeamField;
  readonly descending?: boolean;
  /** The least and greatest value, as they are sorted: days, lowercase words, or hundredths. */
  readonly between?: readonly [from: string | number, to: string | number] | undefined;
}

/** Which values of one of the team's fields are asked for; undefined for all accounts, a sentence if that can't be. */
export function valuesAsked(
  fields: readonly TeamField[],
  {
    sort,
    order,
    within,
    from,
    to,
  }: {
    readonly sort?: string | undefined;
    readonly order?: "asc" | "desc" | undefined;
    /** Days from today, for a date. */
    readonly within?: number | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  },
  /** The day in so many days. */
  dayIn: (days: number) => string,
): ByField | string | undefined {
  const isBounded = within !== undefined || from !== undefined || to !== undefined;
  if (sort === undefined) return isBounded ? "Name the field of these values." : undefined;
  const field = fields.find(({ name }) => name.toLowerCase() === sort.toLowerCase());
  if (field === undefined) {
    const known = fields.map(({ name, kind }) => `${name} (${kind})`).join(", ") || "none of their own";
    return `Accounts have no field “${sort}”. They have: ${known}.`;
  }
  const by = { field, descending: order === "desc" };
  if (!isBounded) return by;
  if (within !== undefined)
    return field.kind === "date"
      ? { ...by, between: [dayIn(0), dayIn(within)] }
      : `“${field.name}” is not a date.`;
  const [least, most] = [from, to].map((value) =>
    value === undefined ? undefined : readValueOf(field.kind, value),
  );
  if (least === null || most === null)
    return `“${(least === null ? from : to) ?? ""}” is no ${field.kind} for “${field.name}”.`;
  const keyIn = (value: string) => (isAmount(field) ? Math.round(Number(value) * 100) : value.toLowerCase());
  const [first, last] = isAmount(field) ? [-MOST_HUNDREDTHS, MOST_HUNDREDTHS] : ["", LAST_LETTER];
  const end = field.kind === "text" || field.kind === "person" ? LAST_LETTER : "";
  return {
    ...by,
    between: [least === undefined ? first : keyIn(least), most === undefined ? last : keyIn(`${most}${end}`)],
  };
}
const LAST_LETTER = "\u{10ffff}";
const MOST_HUNDREDTHS = Number.MAX_SAFE_INTEGER;

/** Throws AppError `invalid_request` for a foreign cursor. */
export async function listAccounts(
  db: TenantDb,
  { q = "", stages, by, cursor, limit = PAGE }: AccountQuery,
): Promise<{ readonly items: readonly AccountRow[]; readonly nextCursor: string | null }> {
  const words = plainWords(q).slice(0, MAX_ASKED);
  if (words.length > 0) return listFound(db, words, { stages, cursor, limit });
  return by === undefined
    ? listByName(db, { stages, cursor, limit })
    : listByField(db, by, { stages, cursor, limit });
}

async function listByName(
  db: TenantDb,
  {
    stages,
    cursor,
    limit,
    also = [],
  }: {
    readonly stages: readonly string[] | undefined;
    readonly cursor: string | undefined;
    readonly limit: number;
    readonly also?: readonly SQL[];
  },
): Promise<{ readonly items: readonly AccountRow[]; readonly nextCursor: string | null }> {
  const conditions: SQL[] = [
    isNull(accounts.deletedAt),
    ...(stages === undefined ? [] : [inArray(accounts.stage, [...stages])]),
    ...(cursor === undefined ? [] : [after(cursor)]),
    ...also,
  ];
  const rows = await db
    .rows(accounts, sql.join(conditions, sql` and `))
    .orderBy(asc(accounts.sortName), asc(accounts.id))
    .limit(limit + 1);
  const last = rows[limit - 1];
  const more = rows.length > limit && last !== undefined;
  return { items: rows.slice(0, limit), nextCursor: more ? `${last.sortName}~${last.id}` : null };
}

/** Marks a cursor within the accounts without a value, which follow those with one. */
const REST = "rest ";

/** Accounts with a value of the field, in its order, and then those without one. */
async function listByField(
  db: TenantDb,
  by: ByField,
  {
    stages,
    cursor,
    limit,
  }: {
    readonly stages: readonly string[] | undefined;
    readonly cursor: string | undefined;
    readonly limit: number;
  },
): Promise<{ readonly items: readonly AccountRow[]; readonly nextCursor: string | null }> {
  if (cursor?.startsWith(REST) === true) {
    const rest = await listWithout(db, by, { stages, cursor: cursor.slice(REST.length), limit });
    return { ...rest, nextCursor: rest.nextCursor === null ? null : `${REST}${rest.nextCursor}` };
  }
  const key = keyOf(by);
  const from = cursor === undefined ? undefined : placeIn(cursor);
  const isPast = by.descending === true ? sql`<` : sql`>`;
  const conditions = [
    ...valuesOf(db, by, stages),
    ...(from === undefined
      ? []
      : [sql`(${key}, ${accountValues.accountId}) ${isPast} (${from[0]}, ${from[1]})`]),
  ];
  const direction = by.descending === true ? desc : asc;
  const found = await db
    .pick(
      { id: accountValues.accountId, key: sql<string | number>`${key}`.as("key") },
      accountValues,
      sql.join(conditions, sql` and `),
    )
    .orderBy(direction(key), direction(accountValues.accountId))
    .limit(limit + 1);
  const shown = found.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const rows = new Map((await db.rows(accounts, among(accounts.id, ids))).map((row) => [row.id, row]));
  const last = shown.at(-1);
  const items = ids.flatMap((id) => rows.get(id) ?? []);
  if (found.length > limit && last !== undefined)
    return { items, nextCursor: JSON.stringify([last.key, last.id]) };
  if (by.between !== undefined) return { items, nextCursor: null };
  const room = limit - shown.length;
  if (room === 0) {
    const next = await listWithout(db, by, { stages, cursor: undefined, limit: 1 });
    return { items, nextCursor: next.items.length === 0 ? null : `${REST}~` };
  }
  const rest = await listWithout(db, by, { stages, cursor: undefined, limit: room });
  return {
    items: [...items, ...rest.items],
    nextCursor: rest.nextCursor === null ? null : `${REST}${rest.nextCursor}`,
  };
}

/** Accounts without a value of the field, by name. */
function listWithout(
  db: TenantDb,
  by: ByField,
  page: Omit<Parameters<typeof listByName>[1], "also">,
): ReturnType<typeof listByName> {
  const isSortable = keyOf(by) === accountValues.hundredths ? sql`and own.hundredths is not null` : sql``;
  const hasNone = sql`not exists (select 1 from ${accountValues} own where own.tenant_id = ${db.tenantId} and own.account_id = ${accounts.id} and own.field = ${by.field.name.toLowerCase()} ${isSortable})`;
  return listByName(db, { ...page, also: [hasNone] });
}

function keyOf({ field }: ByField) {
  return isAmount(field) ? accountValues.hundredths : accountValues.value;
}

function isAmount({ kind }: TeamField): boolean {
  return kind === "money" || kind === "number";
}

/** Values of a field that accounts of these stages have. */
function valuesOf(db: TenantDb, by: ByField, stages: readonly string[] | undefined): SQL[] {
  const key = keyOf(by);
  return [
    sql`${accountValues.field} = ${by.field.name.toLowerCase()}`,
    ...(key === accountValues.hundredths ? [sql`${key} is not null`] : []),
    ...(by.between === undefined ? [] : [sql`${key} between ${by.between[0]} and ${by.between[1]}`]),
    isOfStages(db, sql`${accountValues.accountId}`, stages),
  ];
}

/** Whether the account exists, in one of these stages. */
function isOfStages(db: TenantDb, id: SQL, stages: readonly string[] | undefined): SQL {
  const isOfStage =
    stages === undefined
      ? sql`true`
      : sql`one.stage in (select value from json_each(${JSON.stringify(stages)}))`;
  return sql`exists (select 1 from ${accounts} one where one.tenant_id = ${db.tenantId} and one.id = ${id} and one.deleted_at is null and ${isOfStage})`;
}

/** Sums of money fields, over the accounts of these stages and of the days of a field. */
export async function sumAccounts(
  db: TenantDb,
  fields: readonly TeamField[],
  { stages, by }: Pick<AccountQuery, "stages" | "by">,
): Promise<{ readonly name: string; readonly amount: number; readonly accounts: number }[]> {
  const money = fields.filter(({ kind }) => kind === "money");
  if (money.length === 0) return [];
  const rows = await db.batch(
    money.map((field) => {
      const inDays =
        by?.between === undefined
          ? []
          : [
              sql`exists (select 1 from account_values other where other.tenant_id = ${db.tenantId} and other.account_id = ${accountValues.accountId}
                and other.field = ${by.field.name.toLowerCase()} and ${sql.raw(isAmount(by.field) ? "other.hundredths" : "other.value")} between ${by.between[0]} and ${by.between[1]})`,
            ];
      const conditions = [...valuesOf(db, { field }, stages), ...inDays];
      const sum = sql<number>`coalesce(sum(${accountValues.hundredths}), 0)`.as("total");
      const found = sql<number>`count(*)`.as("found");
      return db.pick({ sum, found }, accountValues, sql.join(conditions, sql` and `));
    }),
  );
  return money.map(({ name }, at) => {
    const [{ sum, found } = { sum: 0, found: 0 }] = rows[at] as readonly { sum: number; found: number }[];
    return { name, amount: sum / 100, accounts: found };
  });
}

function placeIn(cursor: string): readonly [key: string | number, id: string] {
  const read = z
    .tuple([z.union([z.string(), z.number()]), z.string()])
    .safeParse(cursor.startsWith("[") ? JSON.parse(cursor) : null);
  if (!read.success) throw new AppError("invalid_request", "Invalid cursor");
  return read.data;
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
  const also = isOfStages(db, sql`${accountWords.accountId}`, stages);
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
  details,
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
    details: [...details],
    nextSteps: [...nextSteps],
    lastContactAt,
    problem,
    updatedAt,
  };
}

/** Derives an account's row from its files, for lists, scans and search. */
import { eq, sql } from "drizzle-orm";
import { accounts, accountSources, accountValues, accountWords } from "./tables/accounts.ts";
import { type Statement, type TenantDb } from "../platform/db/index.ts";
import { eventStatement, STEWARD_ACTOR } from "../platform/events/index.ts";
import { plainWords, sortNameOf } from "../kernel/plain-words.ts";
import { readDetail, sortKeysOf } from "./api/account-details.ts";
import { accountStateSchema } from "./api/accounts.ts";
import type { FileRow } from "../workspace/index.ts";
import { checkChain, type AccountFiles } from "./chain.ts";
import { describe } from "./describe.ts";
import { readHistory } from "./history.ts";
import { keepKeys, keysOf } from "./keys.ts";
import { readState } from "./state.ts";

export function rowOf(
  {
    id,
    state,
    history,
    files,
  }: {
    readonly id: string;
    readonly state: Pick<FileRow, "etag" | "createdAt">;
    readonly history: Pick<FileRow, "etag"> | null;
    readonly files: AccountFiles;
  },
  now: string,
) {
  const read = readState(files.state);
  const { entries } = readHistory(files.history);
  const [problem] = checkChain(files);
  // An unreadable state gets the folder's number as its name.
  const known = read.ok ? read.state : accountStateSchema.parse({ name: `Account ${id}` });
  const { name, stage, industry, location, primaryEmail, primaryPhone, insuranceTypes } = known;
  const { details, nextSteps, pendingActions } = known;
  return {
    id,
    number: Number(id),
    name,
    sortName: sortNameOf(name),
    stage,
    industry,
    location,
    primaryEmail,
    primaryPhone,
    insuranceTypes,
    details,
    nextSteps,
    pendingActions,
    description: describe(known),
    lastContactAt: known.lastContactAt === "" ? null : known.lastContactAt,
    stateEtag: state.etag,
    historyEtag: history?.etag ?? null,
    historyHead: entries.at(-1)?.id ?? null,
    entries: entries.length,
    problem: problem?.message ?? null,
    deletedAt: null,
    createdAt: state.createdAt,
    updatedAt: now,
    keys: keysOf(known),
  };
}

/** D1 binds at most 100 values per statement; a word takes three. */
const MAX_WORDS = 33;

/** Statements that store the row with its search words and keys. */
export function keep(db: TenantDb, row: ReturnType<typeof rowOf>): Statement[] {
  const { keys, ...columns } = row;
  const { id, createdAt: _, ...rest } = columns;
  const changed = rest.problem === null ? { ...rest, problemToldAt: null } : rest;
  const found = [...new Set(plainWords(`${id} ${row.description}`))].slice(0, MAX_WORDS);
  return [
    db
      .insert(accounts, columns)
      .onConflictDoUpdate({ target: [accounts.tenantId, accounts.id], set: changed }),
    db.remove(accountWords, eq(accountWords.accountId, id)),
    db.insert(
      accountWords,
      found.map((word) => ({ word, accountId: id })),
    ),
    ...keepValues(db, id, row.details),
    ...keepKeys(db, id, keys, row.updatedAt),
    lastContactOf(db, id),
    eventOf(db, id, "changed", `${row.stateEtag}:${row.historyEtag ?? ""}`, row.updatedAt),
  ];
}

/** D1 binds at most 100 values per statement; a value takes five. */
const MAX_VALUES = 20;

/** Statements that store an account's values. Of two lines with one name the first counts. */
function keepValues(db: TenantDb, accountId: string, details: readonly string[]): Statement[] {
  const byField = new Map<string, string>();
  for (const { name, value } of details.flatMap((line) => readDetail(line) ?? [])) {
    const field = name.toLowerCase();
    if (!byField.has(field)) byField.set(field, value);
  }
  const rows = Array.from(byField, ([field, value]) => ({ accountId, field, ...sortKeysOf(value) }));
  return [
    db.remove(accountValues, eq(accountValues.accountId, accountId)),
    ...(rows.length === 0 ? [] : [db.insert(accountValues, rows.slice(0, MAX_VALUES))]),
  ];
}

/**
 * The event for search: the account's description changed, or it was removed. Idempotent for the same files.
 */
function eventOf(
  db: TenantDb,
  id: string,
  what: "changed" | "removed",
  stamp: string,
  now: string,
): Statement {
  const event = {
    id: `accounts.account.${what}:${id}:${stamp}`,
    type: `accounts.account.${what}`,
    actor: STEWARD_ACTOR,
    payload: { ids: [id] },
  } as const;
  return eventStatement(db, event, Date.parse(now));
}

/**
 * Statement that moves an account's last contact to its newest source, if that is later than its state says.
 */
export function lastContactOf(db: TenantDb, id: string): Statement {
  const newest = sql`(select max(at) from ${accountSources} where tenant_id = ${db.tenantId} and account_id = ${id})`;
  const isLater = sql`${accounts.id} = ${id} and ${newest} > coalesce(${accounts.lastContactAt}, '')`;
  return db.update(accounts, { lastContactAt: newest }, isLater);
}

/** A removed account's row, without customer data. */
const GONE = {
  name: "",
  sortName: "",
  stage: "",
  industry: "",
  location: "",
  primaryEmail: "",
  primaryPhone: "",
  insuranceTypes: [],
  details: [],
  nextSteps: [],
  pendingActions: [],
  description: "",
  lastContactAt: null,
  historyEtag: null,
  problem: null,
  problemToldAt: null,
};

/** Statements that reduce a row to its number. */
export function gone(db: TenantDb, id: string, now: string): Statement[] {
  return [
    db.remove(accountWords, eq(accountWords.accountId, id)),
    db.remove(accountValues, eq(accountValues.accountId, id)),
    ...keepKeys(db, id, [], ""),
    db.update(accounts, { ...GONE, deletedAt: now }, eq(accounts.id, id)),
    eventOf(db, id, "removed", now, now),
  ];
}

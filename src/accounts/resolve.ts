/**
 * Finds the account a person means, by code alone: by number or exact name, else by a similar name, else by
 * description. A clear winner is chosen; otherwise a person decides.
 */
import { eq, isNull, sql, type SQL } from "drizzle-orm";
import { accounts, accountWords } from "./tables/accounts.ts";
import { among, type TenantDb } from "../platform/db/index.ts";
import { plainWords } from "../kernel/plain-words.ts";
import type { AccountCandidate } from "./api/account-query.ts";
import type { NearAccounts } from "./near.ts";
import type { AccountRow } from "./store.ts";
import { beginningsOf, coverage, nameLikeness, nameWords, telling } from "./likeness.ts";

/** Maximum accounts scanned per word, and for all words. */
const A_WORD = 200;
const TOGETHER = 600;
/** Maximum words looked up of a name, and of a description. */
const NAME_WORDS = 6;
const TOLD_WORDS = 10;
/** Minimum scores to accept a name as a variant, and a description as a match. */
const NAME_FROM = 0.72;
const TOLD_FROM = 0.6;
/** Minimum lead over the second result for a clear winner. */
const AHEAD = 0.12;
const SHOWN = 5;
/** Score of an account that matches only by meaning. */
const NEAR = 0.5;

/** How a request refers to an account, as classified. */
interface AccountAsked {
  readonly name: string | null;
  readonly description: string | null;
}

/** The account meant, several candidates, or accounts with names similar to an unknown one. */
export type ResolvedAccount =
  | {
      readonly kind: "one";
      readonly account: AccountRow;
      readonly found: "name" | "similar_name" | "description";
    }
  | { readonly kind: "several"; readonly candidates: readonly AccountCandidate[] }
  | { readonly kind: "none"; readonly candidates: readonly AccountCandidate[] };

interface Scored {
  readonly row: AccountRow;
  readonly score: number;
}

/** Accounts that match only by meaning are offered as candidates, never chosen. */
export async function resolveAccount(
  db: TenantDb,
  asked: AccountAsked,
  near: NearAccounts = nothingNear,
): Promise<ResolvedAccount> {
  const found = await resolveByWords(db, asked);
  const told = asked.description ?? (asked.name !== null && isNoName(asked.name) ? asked.name : null);
  if (found.kind !== "none" || told === null) return found;
  const candidates = (await accountsOf(db, await near(told))).map((row) => candidateOf({ row, score: NEAR }));
  return candidates.length === 0 ? found : { kind: "several", candidates };
}

async function nothingNear(): Promise<readonly string[]> {
  return [];
}

async function resolveByWords(db: TenantDb, { name, description }: AccountAsked): Promise<ResolvedAccount> {
  if (name === null) return byDescription(await searchAccounts(db, description ?? ""));
  const named = await byName(db, name);
  if (named.kind !== "none") return named;
  // An unknown name may be a description: "the bakery on Clark".
  const told = await searchAccounts(db, description ?? name);
  const ofPerson = told.filter(({ row }) => isPersonOf(row, name));
  if (ofPerson.length > 0) return clearest(ofPerson, "description");
  return description !== null || isNoName(name) ? byDescription(told) : noneBut(named.candidates, told);
}

function byDescription(told: readonly Scored[]): ResolvedAccount {
  return clearest(
    told.filter(({ score }) => score >= TOLD_FROM),
    "description",
  );
}

/** No match, with candidates by similar name and by description. */
function noneBut(named: readonly AccountCandidate[], told: readonly Scored[]): ResolvedAccount {
  const known = told.filter(({ score }) => score >= 0.5).slice(0, 2);
  return { kind: "none", candidates: distinct([...named, ...known.map(candidateOf)]).slice(0, 3) };
}

/** Whether a person with exactly this first and last name belongs to the account. */
function isPersonOf({ description }: AccountRow, name: string): boolean {
  const asked = plainWords(name);
  if (asked.length < 2) return false;
  const parts = description.split(/[|,]/).map((part) => plainWords(part.replace(/\(.*/, "")).join(" "));
  return parts.includes(asked.join(" "));
}

/** Company names don't start in lowercase. */
function isNoName(name: string): boolean {
  return /^(?:the|a|an|our|that|this)\s/i.test(name) && !/\s\p{Lu}/u.test(name);
}

function distinct(candidates: readonly AccountCandidate[]): AccountCandidate[] {
  return [...new Map(candidates.map((one) => [one.account_id, one])).values()];
}

/** By name only: exact, then similar. `none` includes the nearest names. */
async function byName(db: TenantDb, name: string): Promise<ResolvedAccount> {
  const exact = await db
    .rows(
      accounts,
      sql`(${accounts.id} = ${name.trim().replace(/^#/, "")} or ${accounts.sortName} = ${plainWords(name).join(" ")}) and ${isNull(accounts.deletedAt)}`,
    )
    .limit(SHOWN);
  const [only, ...others] = exact;
  if (only !== undefined && others.length === 0) return { kind: "one", account: only, found: "name" };
  if (only !== undefined)
    return { kind: "several", candidates: exact.map((row) => candidateOf({ row, score: 1 })) };
  const scored = await namedLike(db, name);
  const bare = nameWords(name).join(" ");
  const same = scored.filter(({ row }) => nameWords(row.name).join(" ") === bare);
  const [one] = same;
  if (one !== undefined && same.length === 1) return { kind: "one", account: one.row, found: "name" };
  const fits = scored.filter(({ score }) => score >= NAME_FROM);
  if (fits.length === 0)
    return {
      kind: "none",
      candidates: scored
        .filter(({ score }) => score >= 0.45)
        .slice(0, 3)
        .map(candidateOf),
    };
  return clearest(fits, "similar_name");
}

function clearest(fits: readonly Scored[], found: "similar_name" | "description"): ResolvedAccount {
  const [first, second] = fits;
  if (first === undefined) return { kind: "none", candidates: [] };
  if (second === undefined || first.score - second.score >= AHEAD)
    return { kind: "one", account: first.row, found };
  const close = fits.filter(({ score }) => first.score - score < AHEAD);
  return { kind: "several", candidates: close.slice(0, SHOWN).map(candidateOf) };
}

/** Accounts with similar names, best first. */
async function namedLike(db: TenantDb, name: string): Promise<Scored[]> {
  const words = nameWords(name).slice(0, NAME_WORDS);
  // Prefixes, because misspellings are more common towards the end of a word, and rarely affect every word of
  // a name.
  const beginnings = words.map((word) => word.slice(0, word.length > 4 ? 3 : Math.max(2, word.length - 1)));
  const rows = await withWords(db, beginnings);
  return rows
    .map((row) => ({ row, score: nameLikeness(name, row.name) }))
    .toSorted((one, other) => other.score - one.score || (one.row.sortName < other.row.sortName ? -1 : 1));
}

/** Accounts by description (stage, place, industry, insurance, people), best first; rare words weigh more. */
export async function searchAccounts(
  db: TenantDb,
  description: string,
  stages?: readonly string[],
): Promise<Scored[]> {
  const words = telling(description).slice(0, TOLD_WORDS);
  if (words.length === 0) return [];
  const rows = await withWords(db, beginningsOf(words));
  const inStage = stages === undefined ? rows : rows.filter((row) => stages.includes(row.stage));
  return coverage(
    words,
    inStage.map((row) => ({ row, words: plainWords(row.description) })),
  )
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || (one.row.sortName < other.row.sortName ? -1 : 1));
}

/**
 * Like `searchAccounts`, as rows; if no account matches all words, matches by meaning follow those that match
 * most words.
 */
export async function describedAccounts(
  db: TenantDb,
  description: string,
  { stages, near }: { readonly stages: readonly string[] | undefined; readonly near: NearAccounts },
): Promise<AccountRow[]> {
  const told = await searchAccounts(db, description, stages);
  const rows = (scored: readonly Scored[]): AccountRow[] => scored.map(({ row }) => row);
  if ((told[0]?.score ?? 0) >= 1) return rows(told);
  const alike = (await accountsOf(db, await near(description))).filter(
    ({ stage }) => stages === undefined || stages.includes(stage),
  );
  const fits = told.filter(({ score }) => score >= TOLD_FROM);
  const all = [...rows(fits), ...alike, ...rows(told)];
  return [...new Map(all.map((row) => [row.id, row])).values()];
}

/** Accounts by number, in this order; removed ones are omitted. */
async function accountsOf(db: TenantDb, ids: readonly string[]): Promise<AccountRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows(accounts, sql`${among(accounts.id, ids)} and ${isNull(accounts.deletedAt)}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Accounts with a word that starts with one of these prefixes. */
async function withWords(db: TenantDb, beginnings: readonly string[]): Promise<AccountRow[]> {
  const ids = new Set<string>();
  const found = await Promise.all(
    [...new Set(beginnings)].map((word) => db.rows(accountWords, startsWith(word)).limit(A_WORD)),
  );
  for (const rows of found) for (const { accountId } of rows) if (ids.size < TOGETHER) ids.add(accountId);
  if (ids.size === 0) return [];
  return db.rows(accounts, sql`${among(accounts.id, [...ids])} and ${isNull(accounts.deletedAt)}`);
}

function startsWith(word: string): SQL {
  return sql`${accountWords.word} >= ${word} and ${accountWords.word} < ${`${word}\u{10ffff}`}`;
}

/** By number; null if there is none. */
export function findAccountRow(db: TenantDb, id: string): Promise<AccountRow | null> {
  return db.find(accounts, sql`${eq(accounts.id, id)} and ${isNull(accounts.deletedAt)}`);
}

/** A candidate with its distinguishing details. */
export function candidateOf({ row, score }: Scored): AccountCandidate {
  const { id, name, stage, location, industry } = row;
  return { account_id: id, name, stage, location, industry, score: Math.round(score * 100) / 100 };
}

/** Accounts as a search source: by name and description. */
import { and, asc, gt, isNull } from "drizzle-orm";
import { accountKeys, accounts } from "./tables/accounts.ts";
import { among, type TenantDb } from "../platform/db/index.ts";
import { formatNumber } from "../kernel/phone.ts";
import type { SearchItem } from "../platform/api/search-items.ts";
import type { SearchSource } from "../platform/search-sources.ts";
import type { AccountRow } from "./store.ts";

export function accountSource(db: TenantDb): SearchSource {
  return {
    load: async (ids) =>
      itemsOf(db, await db.rows(accounts, and(among(accounts.id, [...ids]), isNull(accounts.deletedAt)))),
    async page(after, limit) {
      const place = and(isNull(accounts.deletedAt), after === null ? undefined : gt(accounts.id, after));
      const rows = await db.rows(accounts, place).orderBy(asc(accounts.id)).limit(limit);
      return { items: await itemsOf(db, rows), next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
    },
  };
}

async function itemsOf(db: TenantDb, rows: readonly AccountRow[]): Promise<SearchItem[]> {
  if (rows.length === 0) return [];
  const theirs = among(
    accountKeys.accountId,
    rows.map(({ id }) => id),
  );
  const keys = await db.rows(accountKeys, theirs).orderBy(asc(accountKeys.accountId), asc(accountKeys.key));
  const byAccount = Map.groupBy(keys, ({ accountId }) => accountId);
  return rows.map((row) =>
    itemOf(
      row,
      (byAccount.get(row.id) ?? []).map(({ key }) => key),
    ),
  );
}

/** `at` is the time of the newest entry, since which the description is valid. */
function itemOf(
  { id, name, stage, description, historyHead, createdAt }: AccountRow,
  keys: readonly string[],
) {
  const numbers = keys.filter((key) => key.startsWith("+")).map(formatNumber);
  return {
    source: "account",
    id,
    title: name,
    text: description,
    keywords: [id, ...keys, ...numbers].join(" "),
    at: historyHead ?? createdAt,
    url: `/accounts/${id}`,
    meta: { stage },
  } as const satisfies SearchItem;
}

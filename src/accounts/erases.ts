/** What becomes of a person in the tables of this room. */
import { at, type Erases } from "../platform/erasure.ts";

const ACCOUNT = { what: "An account", path: "/accounts" };

export const erases = {
  account_keys: { treatment: "drop", place: { ...ACCOUNT, of: at("/accounts", "accountId") } },
  account_sources: { treatment: "drop", place: { ...ACCOUNT, of: at("/accounts", "accountId") } },
  account_values: { treatment: "drop", place: { ...ACCOUNT, of: at("/accounts", "accountId") } },
  account_words: { treatment: "index", place: { ...ACCOUNT, of: at("/accounts", "accountId") } },
  accounts: { treatment: "list", place: { ...ACCOUNT, of: at("/accounts", "id") } },
} satisfies Erases;

export { findAccounts } from "./find-accounts.ts";
export { getAccount } from "./get-account.ts";
export { updateAccount } from "./update-account.ts";

export { readAccounts } from "./read-accounts.ts";
export { resolveAccountTool } from "./resolve-account.ts";

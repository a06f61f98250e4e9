/**
 * Accounts: every customer as a folder of the workspace that the team and Steward keep together. `state.md` says how things stand, `history.md` how they
 * came to stand so; replaying the history gives the state, or the break is shown. The rows of D1 are made from the files.
 */
export { changesTo } from "./chain.ts";
export { accountsConsumer } from "./consume.ts";
export { accountLine, listAccounts } from "./list.ts";
export { showAccount } from "./show.ts";
export { STAGES } from "./stages.ts";
export { changeAccount, createAccount, entriesAfter, headOfAccount, recordByHand } from "./store.ts";

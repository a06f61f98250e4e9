/** An account as its page shows it. */
import type { Account } from "../protocol/accounts.ts";
import { entryOf, listFiles, type WorkspaceDeps } from "../workspace/index.ts";
import { checkChain } from "./chain.ts";
import { readHistory } from "./history.ts";
import { readState } from "./state.ts";
import { accountFile, openAccount } from "./store.ts";

/** Files of an account's sources on its page; the workspace shows them all. */
const SOURCES = 100;

/** An account, whole. Throws `not_found`. */
export async function showAccount(deps: WorkspaceDeps, id: string): Promise<Account> {
  const { state, history } = await openAccount(deps, id);
  const files = { state: state.content, history: history?.content ?? "" };
  const read = readState(files.state);
  const sources = await listFiles(deps, { under: `accounts/${id}/sources`, limit: SOURCES });
  return {
    id,
    state: read.ok ? read.state : null,
    stateProblem: read.ok ? null : read.problem,
    entries: readHistory(files.history).entries.toReversed(),
    problems: checkChain(files),
    sources: sources.map(entryOf),
    files: { state: accountFile(id, "state.md"), history: accountFile(id, "history.md") },
  };
}

/** What a change of an account did, as whoever asked for it is shown; and the words it stands on. Pure. */
import { accountFile } from "../index.ts";
import type { AccountUpdate } from "../api/account-query.ts";
import type { AccountEvidence, AccountProof } from "../api/accounts.ts";
import type { Call } from "../../agent/tools/call.ts";

/** The proof of an update. What isn't in the search index yet comes into it by the event of the same batch. */
export function updateOf(
  { id, name, entry, files, description }: AccountProof,
  isIndexed: boolean,
): AccountUpdate {
  return {
    account_id: id,
    account_name: name,
    changes: entry.changes.map(({ field, old, new: value }) => ({ field, old_value: old, new_value: value })),
    files_modified: [...files],
    index_updated: isIndexed,
    new_description: description,
    state_file_path: accountFile(id, "state.md"),
    history_file_path: accountFile(id, "history.md"),
    history_entry_id: entry.id,
    previous_history_entry: entry.previous,
  };
}

/** The speaker's last words, on one line; else the agent's own. */
export function commandOf({ asker, agent }: Call): AccountEvidence {
  const said = (asker?.said.at(-1) ?? "").replace(/\s+/g, " ").trim();
  return { kind: "command", words: said === "" ? `Proposed by ${agent}` : said.slice(0, 400) };
}

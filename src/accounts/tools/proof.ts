/** What a change of an account did, as whoever asked for it is shown; and the words it stands on. Pure. */
import { accountFile } from "../index.ts";
import type { AccountUpdate } from "../api/account-query.ts";
import type { AccountEvidence, AccountProof } from "../api/accounts.ts";
import { plainWords } from "../../kernel/plain-words.ts";
import { newestOf, type Call } from "../../agent/tools/call.ts";

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

/** The message of the request that says most of the values, on one line; the agent's own words where the speaker said nothing. */
export function commandOf({ asker, agent }: Call, values: object): AccountEvidence {
  const wanted = plainWords(JSON.stringify(Object.values(values)));
  const count = (message: string): number => {
    const words = new Set(plainWords(message));
    return wanted.filter((word) => words.has(word)).length;
  };
  const messages = asker === null ? [] : newestOf(asker).toReversed();
  const [most = ""] = messages.toSorted((one, other) => count(other) - count(one));
  const said = most.replace(/\s+/g, " ").trim();
  return { kind: "command", words: said === "" ? `Proposed by ${agent}` : said.slice(0, 400) };
}

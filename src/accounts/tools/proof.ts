/** The proof of an account change, as shown to the requester, and its evidence. Pure. */
import { accountFile } from "../index.ts";
import type { AccountUpdate } from "../api/account-query.ts";
import type { AccountEvidence, AccountProof } from "../api/accounts.ts";
import { plainWords } from "../../kernel/plain-words.ts";
import { MESSAGES_OF_A_REQUEST, type Call } from "../../agent/tools/call.ts";

/** The proof of an update. If the search index is not updated yet, the batch's event updates it. */
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

/**
 * The message of the request with most of the values, on one line, and who said it; the agent's words if the
 * person said nothing.
 */
export function commandOf({ asker, agent }: Call, values: object): AccountEvidence {
  const wanted = plainWords(JSON.stringify(Object.values(values)));
  const count = (message: string): number => {
    const words = new Set(plainWords(message));
    return wanted.filter((word) => words.has(word)).length;
  };
  const [most] = (asker?.said ?? [])
    .map((text, index) => ({
      text: text.replace(/\s+/g, " ").trim(),
      name: asker?.saidBy?.[index] ?? asker?.speaker.name ?? "",
    }))
    .slice(-MESSAGES_OF_A_REQUEST)
    .toReversed()
    .toSorted((one, other) => count(other.text) - count(one.text));
  if (most === undefined || most.text === "") return { kind: "command", words: `Proposed by ${agent}` };
  const { text, name } = most;
  return { kind: "command", words: text.slice(0, 400), ...(name === "" ? {} : { name }) };
}

/** Picks the account that an answer describes, such as “the one with the partners”, by the words of each account's state. */
import { plainWords } from "../kernel/plain-words.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { coverage, telling } from "./likeness.ts";
import { findAccountRow } from "./resolve.ts";
import { showAccount } from "./show.ts";
import type { AccountRow } from "./store.ts";

/** Returns the only account whose state has any of the words; null if none or several do. */
export async function chooseAmong(
  deps: WorkspaceDeps,
  ids: readonly string[],
  words: string,
): Promise<AccountRow | null> {
  const asked = telling(words);
  if (asked.length === 0) return null;
  const read = await Promise.all(
    ids.map(async (id) => {
      const row = await findAccountRow(deps.db, id);
      if (row === null) return [];
      const { state } = await showAccount(deps, id);
      return [{ row, words: plainWords(`${row.name} ${row.description} ${JSON.stringify(state)}`) }];
    }),
  );
  const [only, ...others] = coverage(asked, read.flat()).filter(({ score }) => score > 0);
  return others.length === 0 ? (only?.row ?? null) : null;
}

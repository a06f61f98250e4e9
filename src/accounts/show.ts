/** An account as its page shows it. */
import { isContentMissing } from "../kernel/content-missing.ts";
import { WORDS_MISSING, type Account } from "./api/accounts.ts";
import { entryOf, findFile, listFiles, type WorkspaceDeps } from "../workspace/index.ts";
import { checkChain } from "./chain.ts";
import { readHistory } from "./history.ts";
import { readState } from "./state.ts";
import { accountFile, openAccount } from "./store.ts";

/** Files of an account's sources on its page; the workspace shows them all. */
const SOURCES = 100;

/** An account, whole; one with a file whose words are missing, as far as it can be read. Throws `not_found`. */
export async function showAccount(deps: WorkspaceDeps, id: string): Promise<Account> {
  const files = { state: accountFile(id, "state.md"), history: accountFile(id, "history.md") };
  const { words, history, seal } = await wordsOfBoth(deps, id);
  const read = words === null ? null : readState(words);
  const sources = await listFiles(deps, { under: `accounts/${id}/sources`, limit: SOURCES });
  const missing = [...(words === null ? [files.state] : []), ...(history === null ? [files.history] : [])];
  return {
    id,
    state: read?.ok === true ? read.state : null,
    stateProblem: read?.ok === false ? read.problem : null,
    entries: readHistory(history ?? "").entries.toReversed(),
    problems:
      missing.length > 0
        ? [{ entry: null, message: WORDS_MISSING }]
        : checkChain({ state: words ?? "", history: history ?? "", seal }),
    sources: sources.map(entryOf),
    files,
    missing,
  };
}

interface Words {
  readonly words: string | null;
  readonly history: string | null;
  readonly seal: string | null;
}

/** What both files say as of one moment; null for one whose words are missing. Throws `not_found`. */
async function wordsOfBoth(deps: WorkspaceDeps, id: string): Promise<Words> {
  const open = await openAccount(deps, id).catch(nullIfMissing);
  if (open !== null)
    return { words: open.state.content, history: open.history?.content ?? "", seal: open.seal };
  const [words, history] = await Promise.all([
    wordsOf(deps, accountFile(id, "state.md")),
    wordsOf(deps, accountFile(id, "history.md")),
  ]);
  return { words, history, seal: null };
}

/** A file's words; empty where there is no file, null where they are missing. */
async function wordsOf(deps: WorkspaceDeps, path: string): Promise<string | null> {
  try {
    return (await findFile(deps, path))?.content ?? "";
  } catch (error) {
    return nullIfMissing(error);
  }
}

function nullIfMissing(error: unknown): null {
  if (isContentMissing(error)) return null;
  throw error;
}

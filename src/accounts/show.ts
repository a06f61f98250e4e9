/** An account for its page. */
import { isContentMissing } from "../kernel/content-missing.ts";
import { WORDS_MISSING, type Account } from "./api/accounts.ts";
import { entryOf, findFile, listFiles, type WorkspaceDeps } from "../workspace/index.ts";
import { checkChain } from "./chain.ts";
import { readHistory } from "./history.ts";
import { readState } from "./state.ts";
import { accountFile, openAccount } from "./store.ts";

/** Maximum source files on the page; the workspace shows all. */
const SOURCES = 100;

/** Shows as much as can be read if a file's content is missing. Throws `not_found`. */
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

/** Both files' content at one moment; null if content is missing. Throws `not_found`. */
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

/** A file's content; empty if there is no file, null if its content is missing. */
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

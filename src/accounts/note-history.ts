/** Entries of a history that tell of something done, whether or not it changes the account; and accounts that were made of late. */
import { and, desc, eq, gte, isNull } from "drizzle-orm";
import { accounts } from "./tables/accounts.ts";
import { type TenantDb } from "../platform/db/index.ts";
import { plainWords } from "../kernel/plain-words.ts";
import type { AccountEntry } from "./api/accounts.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { changeFiles, changesTo } from "./chain.ts";
import { readHistory } from "./history.ts";
import { readState } from "./state.ts";
import { ATTEMPTS, commitFiles, filesOf, openAccount, tooOften, type AccountWrite } from "./store.ts";

/**
 * Tells the history of something that was done, with what it changes of the account, if anything. An entry with this sentence and evidence that is there already
 * stands: a repeat adds none. Throws `not_found`, `conflict`.
 */
export async function noteInHistory(
  deps: WorkspaceDeps,
  id: string,
  note: Omit<AccountWrite, "seen" | "sentence"> & { readonly sentence: string },
): Promise<AccountEntry> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const open = await openAccount(deps, id);
    const before = filesOf(open);
    const known = readHistory(before.history).entries.find(
      ({ sentence, evidence }) =>
        sentence === note.sentence && JSON.stringify(evidence) === JSON.stringify(note.evidence),
    );
    if (known !== undefined) return known;
    const read = readState(before.state);
    const { sentence, evidence } = note;
    const changes = changesTo(read.ok ? read.state : null, note.wanted);
    const after = changeFiles(before, { changes, sentence, evidence, nowMs: deps.clock.now() });
    const done = await commitFiles(deps, { id, open, after, origin: note.origin });
    if (done !== null) return done.entry;
  }
  throw tooOften();
}

/** Id of the account of a name that was made since a time; null where there is none. */
export async function accountMadeSince(db: TenantDb, name: string, since: string): Promise<string | null> {
  const sortName = plainWords(name).join(" ") || name.toLowerCase();
  const [row] = await db
    .rows(
      accounts,
      and(eq(accounts.sortName, sortName), gte(accounts.createdAt, since), isNull(accounts.deletedAt)),
    )
    .orderBy(desc(accounts.createdAt))
    .limit(1);
  return row?.id ?? null;
}

/**
 * History entries for actions, with or without changes of the account; and lookups of recently created
 * accounts.
 */
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
 * Adds an entry for an action and its changes, if any. Idempotent: an entry with this sentence and evidence
 * is not added again. Throws `not_found`, `conflict`.
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
    const {
      sentence,
      evidence,
      origin: { approvedBy },
    } = note;
    const changes = changesTo(read.ok ? read.state : null, note.wanted);
    const after = changeFiles(before, { changes, sentence, evidence, approvedBy, nowMs: deps.clock.now() });
    const done = await commitFiles(deps, { id, open, after, origin: note.origin });
    if (done !== null) return done.entry;
  }
  throw tooOften();
}

/** ID of an account with this name created since a time; null if there is none. */
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

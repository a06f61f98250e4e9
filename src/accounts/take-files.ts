/**
 * Imports exported accounts with their histories: only if the history proves the state, and under free
 * numbers. Their sources are imported as e-mails, calls and texts (`import.ts`).
 */
import type { AccountFilesResult } from "./api/account-import.ts";
import { parseFilePath, type Origin, type WorkspaceDeps } from "../workspace/index.ts";
import { accounts } from "./tables/accounts.ts";
import { inArray } from "drizzle-orm";
import { checkChain } from "./chain.ts";
import { readHistory } from "./history.ts";
import { commitFiles } from "./store.ts";

interface ExportedFile {
  readonly path: string;
  readonly content: string;
}

const OWN_FILE = /^accounts\/([1-9]\d{0,8})\/(state|history)\.md$/;

/** Returns the reason for each that was not imported. Idempotent. */
export async function takeAccountFiles(
  deps: WorkspaceDeps,
  files: readonly ExportedFile[],
  origin: Origin,
): Promise<AccountFilesResult> {
  const skipped: { path: string; reason: string }[] = [];
  const found = new Map<string, { state?: string; history?: string }>();
  for (const { path, content } of files) {
    const [, id, name] = OWN_FILE.exec(parseFilePath(path)) ?? [];
    if (id === undefined) skipped.push({ path, reason: "This is not an account’s state.md or history.md." });
    else found.set(id, { ...found.get(id), [name === "state" ? "state" : "history"]: content });
  }
  const taken: string[] = [];
  const known = new Set(
    found.size === 0
      ? []
      : (await deps.db.rows(accounts, inArray(accounts.id, [...found.keys()]))).map(({ id }) => id),
  );
  for (const [id, { state = "", history = "" }] of found) {
    const path = `accounts/${id}/state.md`;
    const entry = readHistory(history).entries.at(-1);
    const [problem] = checkChain({ state, history });
    if (known.has(id)) skipped.push({ path, reason: "There is or was an account with this number." });
    else if (problem !== undefined || entry === undefined)
      skipped.push({ path, reason: problem?.message ?? "It has no history." });
    else if ((await commitFiles(deps, { id, open: null, after: { state, history, entry }, origin })) === null)
      skipped.push({ path, reason: "Another account took this number. Try again." });
    else taken.push(id);
  }
  return { taken, skipped };
}

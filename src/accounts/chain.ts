/**
 * Changes of an account, and the proof that its history is complete: replaying it yields exactly the state.
 * Pure.
 */
import { AppError } from "../kernel/errors.ts";
import {
  ACCOUNT_FIELDS,
  accountStateSchema,
  type AccountChange,
  type AccountEntry,
  type AccountEvidence,
  type AccountField,
  type AccountState,
  type AccountWanted,
} from "./api/accounts.ts";
import { appendEntry, readHistory } from "./history.ts";
import { sealAfter, sealOf } from "./seal.ts";
import { readState, writeState } from "./state.ts";
import { writeValue } from "./values.ts";

/** New values of the changed fields. `notes` is a paragraph to append. */
export type Wanted = AccountWanted;

export interface AccountFiles {
  readonly state: string;
  readonly history: string;
  /** The seal in its row; missing or null if none was written yet. */
  readonly seal?: string | null;
}

/** Where the chain is broken, and why. `entry` is the entry's ID, null for the state itself. */
interface ChainProblem {
  readonly entry: string | null;
  readonly message: string;
}

const EMPTY: Record<AccountField, AccountState[AccountField]> = {
  ...accountStateSchema.parse({ name: "-" }),
  name: "",
};

/**
 * Changes from a state to the wanted values, in field order; empty if nothing differs. Throws a `ZodError`.
 */
export function changesTo(state: AccountState | null, wanted: Wanted): AccountChange[] {
  const before = state ?? EMPTY;
  return ACCOUNT_FIELDS.flatMap((field): AccountChange[] => {
    if (wanted[field] === undefined) return [];
    const next = accountStateSchema.shape[field].parse(wanted[field]);
    if (field === "notes") return next === "" ? [] : [{ field, old: "", new: next }];
    return writeValue(next) === writeValue(before[field]) ? [] : [{ field, old: before[field], new: next }];
  });
}

/**
 * Applies changes. Notes are appended, except for manual edits, which replace them. Throws `invalid_request`
 * if the result is invalid, `conflict` if an old value does not match.
 */
export function applyChanges(
  state: AccountState | null,
  changes: readonly AccountChange[],
  evidence: AccountEvidence | null = null,
): AccountState {
  const next: Record<string, unknown> = { ...(state ?? EMPTY) };
  for (const { field, old, new: value } of changes) {
    if (field === "notes" && evidence?.kind !== "hand") {
      next["notes"] = [next["notes"], value].filter((part) => part !== "").join("\n\n");
      continue;
    }
    if (JSON.stringify(next[field]) !== JSON.stringify(old))
      throw new AppError("conflict", `${field} isn’t what the change starts from.`);
    next[field] = value;
  }
  const read = accountStateSchema.safeParse(next);
  if (!read.success)
    throw new AppError("invalid_request", read.error.issues[0]?.message ?? "This is not a valid account.");
  return read.data;
}

interface NewEntry {
  readonly changes: readonly AccountChange[];
  readonly sentence: string;
  readonly evidence: AccountEvidence;
  readonly approvedBy?: string | undefined;
  readonly nowMs: number;
}

/** Both files after the changes, and their entry. `previous` is taken from the current history. */
export function changeFiles(
  files: AccountFiles | null,
  change: NewEntry,
): AccountFiles & { readonly entry: AccountEntry } {
  const known = files === null ? null : provenState(files);
  const entry = entryAfter(files === null ? [] : readHistory(files.history).entries, change);
  return {
    state: writeState(applyChanges(known, change.changes)),
    history: appendEntry(files?.history ?? "", entry),
    entry,
  };
}

/** The state proven by its history. Throws `conflict` if it is not, or can't be read. */
function provenState(files: AccountFiles): AccountState {
  const read = readState(files.state);
  if (!read.ok) throw new AppError("conflict", `state.md can’t be read. ${read.problem}`);
  const [broken] = checkChain(files);
  if (broken !== undefined)
    throw new AppError("conflict", `The history doesn’t prove the current state. ${broken.message}`);
  return read.state;
}

/**
 * Adds an entry for manual edits of the state, so that the history proves it again. Throws `conflict` if
 * either file can't be read, or if the history itself is broken, which no entry repairs.
 */
export function recordHand(
  files: AccountFiles,
  { name, nowMs }: { readonly name: string; readonly nowMs: number },
): AccountFiles & { readonly entry: AccountEntry } {
  const read = readState(files.state);
  if (!read.ok) throw new AppError("conflict", `state.md can’t be read. ${read.problem}`);
  const { entries, problem } = readHistory(files.history);
  const told = problem === null ? replayed(entries) : null;
  const isLinked = entries.every(
    (entry, index) => linkProblems(entry, entries[index - 1] ?? null).length === 0,
  );
  if (told === null || !isLinked)
    throw new AppError(
      "conflict",
      "The history itself is broken. Restore the proven version on the account’s page.",
    );
  const changes = ACCOUNT_FIELDS.flatMap((field): AccountChange[] =>
    JSON.stringify(told[field]) === JSON.stringify(read.state[field])
      ? []
      : [{ field, old: told[field], new: read.state[field] }],
  );
  if (changes.length === 0) throw new AppError("conflict", "The history already proves the state.");
  const entry = entryAfter(entries, {
    sentence: `${name} edited the file by hand.`,
    changes,
    evidence: { kind: "hand", name },
    nowMs,
  });
  return { state: files.state, history: appendEntry(files.history, entry), entry };
}

/**
 * Undoes the newest entry: restores the old values and adds an entry. Throws `conflict` if the history does
 * not prove the state, or if there is nothing before.
 */
export function undoFiles(
  files: AccountFiles,
  { name, nowMs }: { readonly name: string; readonly nowMs: number },
): AccountFiles & { readonly entry: AccountEntry } {
  const known = provenState(files);
  const { entries } = readHistory(files.history);
  const undone = entries.at(-1);
  if (undone === undefined || undone.previous === null)
    throw new AppError("conflict", "That entry created the account, so there is nothing to go back to.");
  // The page only appends to notes, so any other change of them counts as a manual edit.
  const kind = undone.changes.some(({ field }) => field === "notes") ? "hand" : "page";
  const entry = entryAfter(entries, {
    sentence: `${name} undid the previous change.`,
    changes: undone.changes.map((change) => turnedBack(change, undone, known)),
    evidence: { kind, name },
    nowMs,
  });
  return {
    state: writeState(applyChanges(known, entry.changes, entry.evidence)),
    history: appendEntry(files.history, entry),
    entry,
  };
}

/** An appended note is removed from the end of the notes; other fields get their old value. */
function turnedBack(
  { field, old, new: value }: AccountChange,
  { evidence }: AccountEntry,
  { notes }: AccountState,
): AccountChange {
  if (field !== "notes" || evidence?.kind === "hand") return { field, old: value, new: old };
  const added = typeof value === "string" ? value : "";
  return { field, old: notes, new: notes.slice(0, notes.length - added.length).trimEnd() };
}

/** All breaks of the chain; empty if replaying the history yields the state. No I/O, no model. */
export function checkChain({ state, history, seal = null }: AccountFiles): ChainProblem[] {
  const { entries, problem } = readHistory(history);
  if (problem !== null)
    return [
      { entry: entries.at(-1)?.id ?? null, message: `history.md, line ${problem.line}: ${problem.message}` },
    ];
  const links = entries.flatMap((entry, index) => linkProblems(entry, entries[index - 1] ?? null));
  if (links.length > 0) return links;
  const broken = sealProblem(entries, seal);
  if (broken !== null) return [broken];
  return replayProblems(entries, state);
}

/** An entry linked to the previous one and sealed over all before it. */
function entryAfter(entries: readonly AccountEntry[], told: NewEntry): AccountEntry {
  const last = entries.at(-1) ?? null;
  return {
    id: idAfter(last, told.nowMs),
    sentence: told.sentence,
    changes: [...told.changes],
    evidence: told.evidence,
    ...(told.approvedBy === undefined ? {} : { approvedBy: told.approvedBy }),
    previous: last?.id ?? null,
    ...(last === null ? {} : { seal: sealOf(entries) }),
  };
}

/**
 * The first entry whose seal does not match, or the end if it is not the last one written; null if all match.
 */
function sealProblem(entries: readonly AccountEntry[], written: string | null): ChainProblem | null {
  let [seal, isSealed] = ["", false];
  for (const entry of entries) {
    if (entry.seal === undefined ? isSealed : entry.seal !== seal)
      return { entry: entry.id, message: "An earlier entry was changed, added, or removed." };
    isSealed ||= entry.seal !== undefined;
    seal = sealAfter(seal, entry);
  }
  if (written === null || written === seal) return null;
  return {
    entry: entries.at(-1)?.id ?? null,
    message: "An entry of the history was changed, added, or removed.",
  };
}

/**
 * Both files replayed from a history, with an entry that says who restored it. Throws `conflict` if it can't
 * be replayed.
 */
export function mendFiles(
  history: string,
  { name, nowMs }: { readonly name: string; readonly nowMs: number },
): AccountFiles & { readonly entry: AccountEntry } {
  const { entries, problem } = readHistory(history);
  const state = problem === null ? replayed(entries) : null;
  if (state === null) throw new AppError("conflict", "This history can’t be replayed.");
  const entry = entryAfter(entries, {
    sentence: `${name} restored the verified history.`,
    changes: [],
    evidence: { kind: "hand", name },
    nowMs,
  });
  return { state: writeState(state), history: appendEntry(history, entry), entry };
}

/** A time later than the previous entry, whatever the clock says. */
function idAfter(last: AccountEntry | null, nowMs: number): string {
  return new Date(Math.max(nowMs, last === null ? 0 : Date.parse(last.id) + 1)).toISOString();
}

/** Whether a history is linked and can be replayed, regardless of its seal. */
export function isReplayable(history: string): boolean {
  const { entries, problem } = readHistory(history);
  const isLinked = entries.every(
    (entry, index) => linkProblems(entry, entries[index - 1] ?? null).length === 0,
  );
  return problem === null && isLinked && sealProblem(entries, null) === null && replayed(entries) !== null;
}

/** The state after the entries; null if they can't be replayed. */
function replayed(entries: readonly AccountEntry[]): AccountState | null {
  let state: AccountState | null = null;
  try {
    for (const entry of entries) state = applyChanges(state, entry.changes, entry.evidence);
  } catch {
    return null;
  }
  return state ?? (EMPTY as AccountState);
}

function linkProblems(entry: AccountEntry, before: AccountEntry | null): ChainProblem[] {
  const said = (message: string): ChainProblem => ({ entry: entry.id, message });
  if (Number.isNaN(Date.parse(entry.id))) return [said("Its date doesn’t exist.")];
  if (entry.previous !== (before?.id ?? null))
    return [
      said(
        before === null
          ? "The first entry can’t have a previous one."
          : "It isn’t linked to the previous entry.",
      ),
    ];
  if (before !== null && entry.id <= before.id) return [said("It isn’t later than the previous entry.")];
  return [];
}

function replayProblems(entries: readonly AccountEntry[], content: string): ChainProblem[] {
  let told: AccountState | null = null;
  for (const entry of entries)
    try {
      told = applyChanges(told, entry.changes, entry.evidence);
    } catch (error) {
      return [{ entry: entry.id, message: error instanceof Error ? error.message : "It can't be replayed." }];
    }
  const read = readState(content);
  if (!read.ok) return [{ entry: null, message: `state.md can’t be read. ${read.problem}` }];
  const end = told ?? (EMPTY as AccountState);
  const differing = ACCOUNT_FIELDS.filter(
    (field) => JSON.stringify(end[field]) !== JSON.stringify(read.state[field]),
  );
  return differing.map((field) => ({
    entry: null,
    message: `${field} says ${quoted(writeValue(read.state[field]))}; the history ends with ${quoted(writeValue(end[field]))}.`,
  }));
}

function quoted(words: string): string {
  return `“${words.length > 120 ? `${words.slice(0, 119)}…` : words}”`;
}

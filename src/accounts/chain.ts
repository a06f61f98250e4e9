/** Changes of an account and the proof that its history tells them all: replaying it gives its state to the letter. Pure. */
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

/** What a new value of each changed field is. `notes` is a paragraph that is added. */
export type Wanted = AccountWanted;

/** The two files of an account. */
export interface AccountFiles {
  readonly state: string;
  readonly history: string;
  /** The seal its row holds; missing or null where none was written yet. */
  readonly seal?: string | null;
}

/** A broken chain: where it breaks, in words. `entry` is the entry's id, null for the state itself. */
export interface ChainProblem {
  readonly entry: string | null;
  readonly message: string;
}

const EMPTY: Record<AccountField, AccountState[AccountField]> = {
  ...accountStateSchema.parse({ name: "-" }),
  name: "",
};

/** The changes that lead from a state to what is wanted, in the order of the fields; none where it is so already. Throws a `ZodError`. */
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
 * A state after changes. Notes are added to; what was changed by hand takes the place of what stood there. Throws `invalid_request` where the result is no account, `conflict` where an old value isn't what stands there. */
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
      throw new AppError("conflict", `${field} isn't what the change begins with.`);
    next[field] = value;
  }
  const read = accountStateSchema.safeParse(next);
  if (!read.success)
    throw new AppError("invalid_request", read.error.issues[0]?.message ?? "This is no account.");
  return read.data;
}

/** Both files after changes, and the entry that tells them. `previous` follows from the history as it stands. */
export function changeFiles(
  files: AccountFiles | null,
  change: {
    readonly changes: readonly AccountChange[];
    readonly sentence: string;
    readonly evidence: AccountEvidence;
    readonly nowMs: number;
  },
): AccountFiles & { readonly entry: AccountEntry } {
  const known = files === null ? null : provenState(files);
  const entry = entryAfter(files === null ? [] : readHistory(files.history).entries, change);
  return {
    state: writeState(applyChanges(known, change.changes)),
    history: appendEntry(files?.history ?? "", entry),
    entry,
  };
}

/** The state that its history proves. Throws `conflict` where it doesn't, or the state can't be read. */
function provenState(files: AccountFiles): AccountState {
  const read = readState(files.state);
  if (!read.ok) throw new AppError("conflict", `state.md can't be read. ${read.problem}`);
  const [broken] = checkChain(files);
  if (broken !== undefined)
    throw new AppError("conflict", `The history doesn't tell how this state came about. ${broken.message}`);
  return read.state;
}

/**
 * The history with an entry that tells what somebody changed in the state by hand, so that it proves it again. Throws `conflict` where either file can't
 * be read, or the history itself is broken: no entry repairs that.
 */
export function recordHand(
  files: AccountFiles,
  { name, nowMs }: { readonly name: string; readonly nowMs: number },
): AccountFiles & { readonly entry: AccountEntry } {
  const read = readState(files.state);
  if (!read.ok) throw new AppError("conflict", `state.md can't be read. ${read.problem}`);
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
  if (changes.length === 0) throw new AppError("conflict", "The history proves the state already.");
  const entry = entryAfter(entries, {
    sentence: `${name} changed the file by hand.`,
    changes,
    evidence: { kind: "hand", name },
    nowMs,
  });
  return { state: files.state, history: appendEntry(files.history, entry), entry };
}

/**
 * Both files with their newest entry undone: what it changed is as it was, and an entry tells so. Throws `conflict` where the history doesn't prove the
 * state, or nothing was there before.
 */
export function undoFiles(
  files: AccountFiles,
  { name, nowMs }: { readonly name: string; readonly nowMs: number },
): AccountFiles & { readonly entry: AccountEntry } {
  const known = provenState(files);
  const { entries } = readHistory(files.history);
  const undone = entries.at(-1);
  if (undone === undefined || undone.previous === null)
    throw new AppError("conflict", "That entry made the account. There is nothing before it to go back to.");
  // On the page notes are only added to: their whole change is one by hand.
  const kind = undone.changes.some(({ field }) => field === "notes") ? "hand" : "page";
  const entry = entryAfter(entries, {
    sentence: `${name} undid the change before.`,
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

/** A note that was added goes from the end of the notes; every other field has what it had. */
function turnedBack(
  { field, old, new: value }: AccountChange,
  { evidence }: AccountEntry,
  { notes }: AccountState,
): AccountChange {
  if (field !== "notes" || evidence?.kind === "hand") return { field, old: value, new: old };
  const added = typeof value === "string" ? value : "";
  return { field, old: notes, new: notes.slice(0, notes.length - added.length).trimEnd() };
}

/** Every break of a chain; none where the history, replayed from nothing, gives the state. Asks no one, costs no model. */
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

/** An entry that follows others, linked to the one before and sealed over all of them. */
function entryAfter(
  entries: readonly AccountEntry[],
  told: {
    readonly sentence: string;
    readonly changes: readonly AccountChange[];
    readonly evidence: AccountEvidence;
    readonly nowMs: number;
  },
): AccountEntry {
  const last = entries.at(-1) ?? null;
  return {
    id: idAfter(last, told.nowMs),
    sentence: told.sentence,
    changes: [...told.changes],
    evidence: told.evidence,
    previous: last?.id ?? null,
    ...(last === null ? {} : { seal: sealOf(entries) }),
  };
}

/** The first entry that isn't sealed over those before it, or the end where it isn't the one that was written last; null where all holds. */
function sealProblem(entries: readonly AccountEntry[], written: string | null): ChainProblem | null {
  let [seal, isSealed] = ["", false];
  for (const entry of entries) {
    if (entry.seal === undefined ? isSealed : entry.seal !== seal)
      return { entry: entry.id, message: "An entry before it was changed, added, or removed." };
    isSealed ||= entry.seal !== undefined;
    seal = sealAfter(seal, entry);
  }
  if (written === null || written === seal) return null;
  return {
    entry: entries.at(-1)?.id ?? null,
    message: "The history isn't the one that was written: an entry was changed, added, or removed.",
  };
}

/**
 * Both files as a history leads to, with an entry that says who restored it. Throws `conflict` where the history can't be replayed.
 */
export function mendFiles(
  history: string,
  { name, nowMs }: { readonly name: string; readonly nowMs: number },
): AccountFiles & { readonly entry: AccountEntry } {
  const { entries, problem } = readHistory(history);
  const state = problem === null ? replayed(entries) : null;
  if (state === null) throw new AppError("conflict", "This history can't be replayed.");
  const entry = entryAfter(entries, {
    sentence: `${name} restored the proven history.`,
    changes: [],
    evidence: { kind: "hand", name },
    nowMs,
  });
  return { state: writeState(state), history: appendEntry(history, entry), entry };
}

/** A time that is later than the entry before, whatever the clock says. */
function idAfter(last: AccountEntry | null, nowMs: number): string {
  return new Date(Math.max(nowMs, last === null ? 0 : Date.parse(last.id) + 1)).toISOString();
}

/** Whether a history is linked and can be replayed, whatever it was sealed with. */
export function isReplayable(history: string): boolean {
  const { entries, problem } = readHistory(history);
  const isLinked = entries.every(
    (entry, index) => linkProblems(entry, entries[index - 1] ?? null).length === 0,
  );
  return problem === null && isLinked && sealProblem(entries, null) === null && replayed(entries) !== null;
}

/** The state that entries lead to; null where they can't be replayed. */
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
  if (Number.isNaN(Date.parse(entry.id))) return [said("It has no date that exists.")];
  if (entry.previous !== (before?.id ?? null))
    return [
      said(
        before === null ? "The first entry has none before it." : "It doesn't link to the entry before it.",
      ),
    ];
  if (before !== null && entry.id <= before.id) return [said("It isn't later than the entry before it.")];
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
  if (!read.ok) return [{ entry: null, message: `state.md can't be read. ${read.problem}` }];
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

/** Stores accounts in the workspace: two files written together, and the row for lists. */
import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { auditStatement, type Actor } from "../platform/audit/index.ts";
import { accounts } from "./tables/accounts.ts";
import { workspaceFiles, workspaceVersions } from "../workspace/tables/workspace.ts";
import { type Statement, type TenantDb } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { isContentMissing } from "../kernel/content-missing.ts";
import { AppError } from "../kernel/errors.ts";
import {
  WORDS_MISSING,
  type AccountEntry,
  type AccountEvidence,
  type AccountProof,
  type AccountState,
} from "./api/accounts.ts";
import {
  asOwner,
  commitAll,
  findAny,
  pathKey,
  type Commit,
  type FileRow,
  type Origin,
  type WorkspaceDeps,
} from "../workspace/index.ts";
import {
  changeFiles,
  changesTo,
  checkChain,
  isReplayable,
  mendFiles,
  recordHand,
  undoFiles,
  type AccountFiles,
  type Wanted,
} from "./chain.ts";
import { readHistory } from "./history.ts";
import { describe } from "./describe.ts";
import { gone, keep, rowOf } from "./rows.ts";
import { sealOf } from "./seal.ts";
import { readState } from "./state.ts";

export type AccountRow = typeof accounts.$inferSelect;

/** An account's current files. */
interface OpenAccount {
  readonly id: string;
  readonly state: FileRow & { readonly content: string };
  /** Null if it was deleted. */
  readonly history: (FileRow & { readonly content: string }) | null;
  /** The seal last written; null if there is none. */
  readonly seal: string | null;
}

/** Both contents, and the seal to verify them. */
export function filesOf(open: OpenAccount): AccountFiles {
  return { state: open.state.content, history: open.history?.content ?? "", seal: open.seal };
}

/** A change and its origin. */
export interface AccountWrite {
  readonly wanted: Wanted;
  /** Describes the change. Default: generated from the changes. */
  readonly sentence?: string | undefined;
  readonly evidence: AccountEvidence;
  readonly origin: Origin;
  /** The newest entry the caller has seen: if there is a newer one, nothing is written. */
  readonly seen?: string | undefined;
}

/** IDs count up from here, as those of the seed do. */
const FIRST_ID = 10_001;
/** Maximum retries after concurrent changes. */
export const ATTEMPTS = 20;
const FILE = /^accounts\/([1-9]\d{0,8})\/(?:state|history)\.md$/;

function isAccountId(id: string): boolean {
  return /^[1-9]\d{0,8}$/.test(id);
}

export function accountFile(id: string, name: "state.md" | "history.md"): string {
  return `accounts/${id}/${name}`;
}

/** Throws `invalid_request` if it has no name. */
export async function createAccount(deps: WorkspaceDeps, write: AccountWrite): Promise<AccountProof> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const made = await tryToCreate(deps, write);
    if (made !== null) return made;
  }
  throw new AppError("changed", "Many accounts are being created right now. Nothing was written; try again.");
}

/** One attempt: null if its number was taken, or a statement of `unless` aborted the batch. */
export async function tryToCreate(
  deps: WorkspaceDeps,
  write: AccountWrite,
  unless: readonly Statement[] = [],
): Promise<AccountProof | null> {
  return moveFiles(deps, { id: await freeId(deps.db), open: null, write, unless });
}

/**
 * Changes an account, retrying on its newest files after concurrent changes. Throws `not_found`,
 * `invalid_request`, `conflict` if the history does not prove the state or nothing would change.
 */
export async function changeAccount(
  deps: WorkspaceDeps,
  id: string,
  write: AccountWrite,
): Promise<AccountProof> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const open = await openAccount(deps, id);
    if (write.seen !== undefined && headOf(open) !== write.seen) throw goneOn();
    const changed = await moveFiles(deps, { id, open, write });
    if (changed !== null) return changed;
  }
  throw tooOften();
}

/**
 * Adds a history entry for manual edits of `state.md`. Throws `not_found`, `conflict` if there are none or
 * the history itself is broken.
 */
export async function recordByHand(deps: WorkspaceDeps, id: string, origin: Origin): Promise<AccountProof> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const open = await openAccount(deps, id);
    const history = await provenHistory(deps, open);
    const files = { state: open.state.content, history };
    const after = recordHand(files, { name: open.state.author.name, nowMs: deps.clock.now() });
    const done = await commitFiles(deps, { id, open, after, origin });
    if (done !== null) return done;
  }
  throw tooOften();
}

/**
 * Undoes entry `seen` if it is still the newest. Throws `not_found`, `changed` if there is a newer one,
 * `conflict` if there is nothing before it or the history does not prove the state.
 */
export async function undoNewest(
  deps: WorkspaceDeps,
  id: string,
  { seen, origin }: { readonly seen: string; readonly origin: Origin },
): Promise<AccountProof> {
  const open = await openAccount(deps, id);
  if (headOf(open) !== seen) throw goneOn();
  const files = filesOf(open);
  const after = undoFiles(files, { name: origin.author.name, nowMs: deps.clock.now() });
  const done = await commitFiles(deps, { id, open, after, origin });
  if (done === null) throw goneOn();
  return done;
}

/** Undoes the change that made this version of the account's state. Returns what is so again, in words. Throws as `undoNewest` does. */
export async function undoAccountChange(
  deps: WorkspaceDeps,
  id: string,
  { etag, origin }: { readonly etag: string; readonly origin: Origin },
): Promise<string> {
  const open = await openAccount(deps, id);
  if (open.state.etag !== etag) throw goneOn();
  await undoNewest(deps, id, { seen: headOf(open), origin });
  return `the account ${id} is as it was before`;
}

function goneOn(): AppError {
  return new AppError("changed", "Someone changed this account since you opened it. Look at it again.");
}

/** The error when all retries fail. */
export function tooOften(): AppError {
  return new AppError("changed", "This account changes too often right now. Nothing was written; try again.");
}

function headOf({ history }: OpenAccount): string {
  return readHistory(history?.content ?? "").entries.at(-1)?.id ?? "";
}

/** Throws `not_found`. */
export async function openAccount(deps: WorkspaceDeps, id: string): Promise<OpenAccount> {
  const open = await findAccount(deps, id);
  if (open === null) throw new AppError("not_found", "That account doesn’t exist.");
  return open;
}

/** Like `openAccount`; null if there is none. */
export async function findAccount(deps: WorkspaceDeps, id: string): Promise<OpenAccount | null> {
  // Both files and the seal in one query: between two, they could change.
  const keys = [accountFile(id, "state.md"), accountFile(id, "history.md")].map(pathKey);
  if (!isAccountId(id)) return null;
  const [found, rows] = await deps.db.batch([
    deps.db.rows(
      workspaceFiles,
      and(inArray(workspaceFiles.pathKey, keys), isNull(workspaceFiles.deletedAt)),
    ),
    deps.db.rows(accounts, eq(accounts.id, id)),
  ]);
  const heads = found as FileRow[];
  const [row] = rows as AccountRow[];
  const [state = null, history = null] = await Promise.all(
    keys.map(async (key) => {
      const row = heads.find((head) => head.pathKey === key);
      return row === undefined ? null : { ...row, content: await deps.blobs.get(row.sha256) };
    }),
  );
  return state === null ? null : { id, state, history, seal: row?.seal ?? null };
}

/** Null if there is no such account, or its state can't be read. */
export async function findState(deps: WorkspaceDeps, id: string): Promise<AccountState | null> {
  const open = await findAccount(deps, id);
  const read = open === null ? null : readState(open.state.content);
  return read?.ok === true ? read.state : null;
}

/** ID of an account's newest entry; null if there is no such account. */
export async function headOfAccount(deps: WorkspaceDeps, id: string): Promise<string | null> {
  const open = await findAccount(deps, id);
  return open === null ? null : headOf(open);
}

/** Entries after a given one, oldest first. */
export async function entriesAfter(deps: WorkspaceDeps, id: string, seen: string): Promise<AccountEntry[]> {
  const open = await findAccount(deps, id);
  return readHistory(open?.history?.content ?? "").entries.filter((entry) => entry.id > seen);
}

async function freeId(db: TenantDb): Promise<string> {
  const [last] = await db.pick({ number: accounts.number }, accounts).orderBy(desc(accounts.number)).limit(1);
  return String(Math.max(FIRST_ID, (last?.number ?? 0) + 1));
}

/** Writes both files and the row in one batch. Null on a concurrent change. */
async function moveFiles(
  deps: WorkspaceDeps,
  {
    id,
    open,
    write,
    unless = [],
  }: {
    readonly id: string;
    readonly open: OpenAccount | null;
    readonly write: AccountWrite;
    readonly unless?: readonly Statement[];
  },
): Promise<AccountProof | null> {
  const before = open === null ? null : filesOf(open);
  const known = before === null ? null : readState(before.state);
  const changes = changesTo(known?.ok === true ? known.state : null, write.wanted);
  if (changes.length === 0) throw new AppError("conflict", "The account says so already.");
  const nowMs = deps.clock.now();
  const after = changeFiles(before, {
    changes,
    sentence:
      write.sentence ??
      changeSentence(
        open === null,
        changes.map(({ field }) => field),
      ),
    evidence: write.evidence,
    approvedBy: write.origin.approvedBy,
    nowMs,
  });
  return commitFiles(deps, { id, open, after, origin: write.origin, unless });
}

/**
 * Writes both files and the row in one batch. Null on a concurrent change. An unchanged file gets no new
 * version.
 */
export async function commitFiles(
  deps: WorkspaceDeps,
  {
    id,
    open,
    after,
    origin,
    unless = [],
  }: {
    readonly id: string;
    readonly open: OpenAccount | null;
    readonly after: AccountFiles & { readonly entry: AccountEntry };
    readonly origin: Origin;
    readonly unless?: readonly Statement[];
  },
): Promise<AccountProof | null> {
  const commits = (["state", "history"] as const).flatMap((name): Commit[] => {
    const head = open?.[name] ?? null;
    if (head !== null && head.content === after[name]) return [];
    const change = head === null ? "created" : "edited";
    return [{ head, path: accountFile(id, `${name}.md`), content: after[name], change, origin }];
  });
  const now = isoTime(deps.clock.now());
  const rows = await commitAll(asOwner(deps, "accounts"), commits, (moved) => {
    const headOfFile = (name: "state" | "history"): FileRow | null =>
      moved.find(({ path }) => path === accountFile(id, `${name}.md`)) ?? open?.[name] ?? null;
    const state = headOfFile("state");
    return state === null
      ? []
      : [
          ...unless,
          ...keep(deps.db, rowOf({ id, state, history: headOfFile("history"), files: after }, now)),
          ...sealStatements(deps, id, { history: after.history, by: origin.author, source: "entry" }),
        ];
  });
  if (rows === null) return null;
  const read = readState(after.state);
  return {
    id,
    name: read.ok ? read.state.name : "",
    entry: after.entry,
    files: commits.map(({ path }) => path),
    description: read.ok ? describe(read.state) : "",
  };
}

/** Statements that seal a history: in the account's row, and in the append-only audit log. */
export function sealStatements(
  { db, clock }: Pick<WorkspaceDeps, "db" | "clock">,
  id: string,
  {
    history,
    by,
    source,
  }: { readonly history: string; readonly by: Actor; readonly source: "entry" | "found" },
): Statement[] {
  const { entries } = readHistory(history);
  const seal = sealOf(entries);
  const how = source === "entry" ? "sealed" : "first sealed, as it was found,";
  const audited = {
    id: `account-seal:${id}:${seal}`,
    actor: by,
    action: "account.sealed",
    subject: { kind: "account", id },
    sentence: `${by.name} ${how} the history of account ${id} at ${entries.length} ${entries.length === 1 ? "entry" : "entries"}: ${seal}`,
  };
  return [
    db.update(accounts, { seal, sealSource: source }, eq(accounts.id, id)),
    auditStatement(db, audited, clock.now()),
  ];
}

/** Maximum versions searched for the sealed one. */
const VERSIONS = 200;

/**
 * The history that matches its seal: the current one, else the newest version that does. Throws `conflict` if
 * there is none.
 */
async function provenHistory(
  deps: WorkspaceDeps,
  { seal, history }: Pick<OpenAccount, "seal"> & { readonly history: Pick<FileRow, "id"> | null },
): Promise<string> {
  const isProven = (content: string): boolean => {
    const { entries, problem } = readHistory(content);
    if (problem !== null || entries.length === 0) return false;
    return seal === null ? isReplayable(content) : sealOf(entries) === seal;
  };
  const versions =
    history === null
      ? []
      : await deps.db
          .rows(workspaceVersions, eq(workspaceVersions.fileId, history.id))
          .orderBy(desc(workspaceVersions.version))
          .limit(VERSIONS);
  for (const { sha256 } of versions) {
    const content = await deps.blobs.get(sha256).catch((error: unknown) => {
      if (isContentMissing(error)) return null;
      throw error;
    });
    if (content !== null && isProven(content)) return content;
  }
  throw new AppError(
    "conflict",
    "No version of the history can be verified. Ask your administrator to restore a backup.",
  );
}

/**
 * Restores the newest verified history and its state, whatever the files contain. Throws `not_found`,
 * `conflict` if no version can be verified or the current files already can.
 */
export async function mendAccount(deps: WorkspaceDeps, id: string, origin: Origin): Promise<AccountProof> {
  const paths = (["state.md", "history.md"] as const).map((name) => accountFile(id, name));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [state, history] = await Promise.all(paths.map((path) => findAny(deps, path)));
    const row = await deps.db.find(accounts, eq(accounts.id, id));
    if (row === null || state === null || state === undefined || state.deletedAt !== null)
      throw new AppError("not_found", "That account doesn’t exist.");
    const words = async ({ sha256 }: FileRow): Promise<string> =>
      deps.blobs.get(sha256).catch((error: unknown) => {
        if (isContentMissing(error)) return "";
        throw error;
      });
    const open: OpenAccount = {
      id,
      seal: row.seal,
      state: { ...state, content: await words(state) },
      history:
        history === null || history === undefined ? null : { ...history, content: await words(history) },
    };
    if (checkChain(filesOf(open)).length === 0)
      throw new AppError("conflict", "The history already proves this account. There is nothing to restore.");
    const after = mendFiles(await provenHistory(deps, open), {
      name: origin.author.name,
      nowMs: deps.clock.now(),
    });
    const done = await commitFiles(deps, { id, open, after, origin });
    if (done !== null) return done;
  }
  throw tooOften();
}

/** `Stage and next steps changed.` */
function changeSentence(isNew: boolean, fields: readonly string[]): string {
  if (isNew) return "Account created.";
  const words = fields.map((field) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  const last = words.pop() ?? "";
  const said = words.length === 0 ? last : `${words.join(", ")} and ${last}`;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)} changed.`;
}

async function readable(deps: WorkspaceDeps, id: string): Promise<OpenAccount | "missing" | null> {
  try {
    return await findAccount(deps, id);
  } catch (error) {
    if (isContentMissing(error)) return "missing";
    throw error;
  }
}

/**
 * Syncs account rows with their files, whoever wrote those; an account without a state is reduced to its
 * number.
 */
export async function projectAccounts(deps: WorkspaceDeps, ids: readonly string[]): Promise<void> {
  for (const id of new Set(ids)) {
    const open = await readable(deps, id);
    if (open === "missing") {
      await deps.db.update(accounts, { problem: WORDS_MISSING }, eq(accounts.id, id));
      continue;
    }
    if (open === null) {
      await deps.db.batch(gone(deps.db, id, isoTime(deps.clock.now())));
      continue;
    }
    const row = rowOf({ ...open, files: filesOf(open) }, isoTime(deps.clock.now()));
    await deps.db.batch(keep(deps.db, row));
  }
}

/** IDs of the accounts that own, or owned, these files. At most 90 files. */
export async function accountsOfFiles(db: TenantDb, fileIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows(workspaceFiles, inArray(workspaceFiles.id, [...fileIds]));
  return [...new Set(rows.flatMap(({ path }) => FILE.exec(path)?.[1] ?? []))];
}

/**
 * The history of a record, provable: each change is sealed over itself and the one before it, and the newest seal stands in the record's row, written in
 * the same batch by src/projects/records.ts alone. What a change says is sealed through a salted digest, so that erasing a person takes the words and the
 * salt and leaves every seal standing. Whoever adds, changes, reorders or removes an entry by hand makes a problem that is shown, and nothing is undone then.
 */
import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { projectChanges } from "./tables/projects.ts";
import { among, type TenantDb } from "../platform/db/index.ts";
import { canonicalJson } from "../kernel/hash.ts";

/** A change as it stands in its table. */
export type ChangeRow = typeof projectChanges.$inferSelect;
/** A change that is to be written. */
export type NewChange = Omit<ChangeRow, "tenantId" | "salt" | "digest" | "previous" | "seal">;

/** Changes that are read at once. */
const CHANGES = 5_000;
/** How a chain begins on a record that had changes before there were seals. */
const FOUND = "found:";

/** A change with its seal. `previous` is the seal before it, empty for the first. Pure. */
export function sealed(change: NewChange, previous: string, salt: string) {
  const digest = digestOf(change, salt);
  return { ...change, salt, digest, previous, seal: sealOf(change, digest, previous) };
}

/** Whether a change is as it was written, as far as it says so itself. One from before there were seals says nothing. Pure. */
export function isAsSealed(change: ChangeRow): boolean {
  const { salt, digest, previous, seal } = change;
  if (seal === null) return true;
  if (digest === null || previous === null || seal !== sealOf(change, digest, previous)) return false;
  return salt === null || digest === digestOf(change, salt);
}

/** What a record's next change is sealed over: its newest seal, or its changes as they were found where it has none yet. */
export async function sealBefore(
  db: TenantDb,
  { id, historySeal }: { readonly id: string; readonly historySeal?: unknown },
): Promise<string> {
  if (typeof historySeal === "string") return historySeal;
  return foundSeal((await changesOf(db, id)).filter(({ seal }) => seal === null));
}

/** Why a record's history isn't the one that was written, in words; null where it is, or was never sealed. */
export async function findHistoryProblem(
  db: TenantDb,
  record: { readonly id: string; readonly version: number; readonly historySeal?: unknown },
  most = CHANGES,
): Promise<string | null> {
  return problemOf(await changesOf(db, record.id, most), record);
}

/** The same for several records, in one statement where their histories fit a page. In their order. */
export async function findHistoryProblems(
  db: TenantDb,
  records: readonly { readonly id: string; readonly version: number; readonly historySeal?: unknown }[],
): Promise<(string | null)[]> {
  if (records.length === 0) return [];
  const ids = records.map(({ id }) => id);
  const rows = await db.rows(projectChanges, among(projectChanges.entityId, ids)).limit(CHANGES);
  if (rows.length === CHANGES) return Promise.all(records.map((record) => findHistoryProblem(db, record)));
  const byRecord = Map.groupBy(rows, ({ entityId }) => entityId);
  return records.map((record) => problemOf(byRecord.get(record.id) ?? [], record));
}

/** The same, of all changes of a record. Pure. */
export function problemOf(
  changes: readonly ChangeRow[],
  record: { readonly version: number; readonly historySeal?: unknown },
): string | null {
  const head = typeof record.historySeal === "string" ? record.historySeal : null;
  const bySeal = new Map(changes.flatMap((change) => (change.seal === null ? [] : [[change.seal, change]])));
  const unsealed = changes.filter(({ seal }) => seal === null);
  if (head === null) return bySeal.size === 0 ? null : "Its newest entry isn’t known to the record.";
  if (bySeal.get(head)?.version !== record.version) return "Its newest entry is missing, or was changed.";
  let [at, count] = [head, 0];
  while (at !== "" && !at.startsWith(FOUND)) {
    const change = bySeal.get(at);
    if (change === undefined || count > changes.length) return "An entry is missing, or was changed.";
    if (!isAsSealed(change)) return `The entry of ${change.at} was changed.`;
    at = change.previous ?? "";
    count++;
  }
  const isWhole = count === changes.length - unsealed.length;
  const isAsFound = at === "" ? unsealed.length === 0 : at === foundSeal(unsealed);
  return isWhole && isAsFound ? null : "An entry was added, changed, or removed.";
}

/** All of them, a page at a time: a history that is read in part proves nothing. */
async function changesOf(db: TenantDb, entityId: string, most = CHANGES): Promise<ChangeRow[]> {
  const { at, id } = projectChanges;
  const changes: ChangeRow[] = [];
  for (;;) {
    const last = changes.at(-1);
    const isNext = last === undefined ? undefined : sql`(${at}, ${id}) > (${last.at}, ${last.id})`;
    const page = await db
      .rows(projectChanges, and(eq(projectChanges.entityId, entityId), isNext))
      .orderBy(at, id)
      .limit(most);
    changes.push(...page);
    if (page.length < most) return changes;
  }
}

function foundSeal(unsealed: readonly ChangeRow[]): string {
  const lines = unsealed.map((change) => canonicalJson(headOf(change))).toSorted();
  return FOUND + sha256(lines.join("\n"));
}

function sealOf(change: NewChange, digest: string, previous: string): string {
  return sha256([previous, digest, canonicalJson(headOf(change))].join("\n"));
}

function digestOf({ label, before, after, actorName }: NewChange, salt: string): string {
  return sha256([salt, canonicalJson({ label, before, after, actorName })].join("\n"));
}

/** What no erasing takes. */
function headOf(change: NewChange) {
  const { id, projectId, entity, entityId, action, version, actorKind, actorId, runId, undoOf, at } = change;
  return { id, projectId, entity, entityId, action, version, actorKind, actorId, runId, undoOf, at };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

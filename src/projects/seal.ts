/**
 * Tamper-evident history of records: each change is sealed over itself and the previous seal, and the newest
 * seal is stored in the record's row, written in the same batch only by src/projects/records.ts. A change's
 * content is sealed through a salted digest, so that erasing a person removes content and salt but keeps
 * every seal valid. Adding, changing, reordering or removing an entry by hand is detected and shown, and undo
 * is then refused.
 */
import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { projectChanges } from "./tables/projects.ts";
import { among, type TenantDb } from "../platform/db/index.ts";
import { canonicalJson } from "../kernel/hash.ts";

export type ChangeRow = typeof projectChanges.$inferSelect;
export type NewChange = Omit<ChangeRow, "tenantId" | "salt" | "digest" | "previous" | "seal">;

/** Changes read at once. */
const CHANGES = 5_000;
/** Start of a chain whose record already had changes before sealing was introduced. */
const FOUND = "found:";

/** A change with its seal. `previous` is the seal before it, empty for the first. Pure. */
export function sealed(change: NewChange, previous: string, salt: string) {
  const digest = digestOf(change, salt);
  return { ...change, salt, digest, previous, seal: sealOf(change, digest, previous) };
}

/** Whether a change matches its own seal. Changes from before sealing always pass. Pure. */
export function isAsSealed(change: ChangeRow): boolean {
  const { salt, digest, previous, seal } = change;
  if (seal === null) return true;
  if (digest === null || previous === null || seal !== sealOf(change, digest, previous)) return false;
  return salt === null || digest === digestOf(change, salt);
}

/**
 * The predecessor of a record's next seal: its newest seal, or a digest of its unsealed changes if it has
 * none.
 */
export async function sealBefore(
  db: TenantDb,
  { id, historySeal }: { readonly id: string; readonly historySeal?: unknown },
): Promise<string> {
  if (typeof historySeal === "string") return historySeal;
  return foundSeal((await changesOf(db, id)).filter(({ seal }) => seal === null));
}

/** Why a record's history fails verification, as a sentence; null if it passes, or was never sealed. */
export async function findHistoryProblem(
  db: TenantDb,
  record: { readonly id: string; readonly version: number; readonly historySeal?: unknown },
  most = CHANGES,
): Promise<string | null> {
  return problemOf(await changesOf(db, record.id, most), record);
}

/** Verifies several records, in one statement if their histories fit a page. In the given order. */
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

/** Verifies all changes of a record. Pure. */
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

/** All of them, page by page: a partial history proves nothing. */
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

/** The fields that erasing a person keeps. */
function headOf(change: NewChange) {
  const { id, projectId, entity, entityId, action, version, actorKind, actorId, runId, undoOf, at } = change;
  return { id, projectId, entity, entityId, action, version, actorKind, actorId, runId, undoOf, at };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

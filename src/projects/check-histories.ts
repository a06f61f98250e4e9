/**
 * Nightly verification of project histories (seal.ts), in the order of record IDs. Each night starts at a
 * different record, so that all are covered even if one night runs out of time. Admins are notified once per
 * project; nothing is repaired.
 */
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { projectChanges, projects } from "./tables/projects.ts";
import { type TenantDb } from "../platform/db/index.ts";
import type { AdminNews } from "../platform/notifier.ts";
import type { Clock } from "../kernel/clock.ts";
import { derivedId } from "../kernel/ids.ts";
import { KINDS } from "./all-kinds.ts";
import { PROJECT } from "./kinds.ts";
import { labelOf, projectOf, type AnyRow, type RecordKind } from "./record-kind.ts";
import { findHistoryProblem, problemOf, type ChangeRow } from "./seal.ts";
import { TASK } from "./task-kind.ts";

/** Changes, and records, read at once. */
const CHANGES = 500;
const RECORDS = 50;
/** Maximum records named in a notification. */
const NAMED = 5;

interface HistoryCheckDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  /** Notifies admins. Idempotent by `once`. */
  readonly tell: (news: AdminNews) => Promise<void>;
  /** Called when nothing is broken. */
  readonly settle: () => Promise<void>;
}

interface Broken {
  readonly projectId: string | null;
  readonly id: string;
  readonly words: string;
}

/** Verifies all records until a deadline. `begin` chooses the start, for example by night. */
export async function checkHistories(
  deps: HistoryCheckDeps,
  {
    begin,
    untilMs,
    most = CHANGES,
  }: { readonly begin: string; readonly untilMs: number; readonly most?: number },
): Promise<{ readonly summary: string }> {
  const from = (await derivedId("", begin)).slice(1);
  const broken: Broken[] = [];
  const seen = new Set<string>();
  let isDone = true;
  for (const [first, last] of [
    [from, null],
    ["", from],
  ] as const) {
    let after: string | null = first;
    while (after !== null && isDone) {
      const page: HistoryPage = await pageAfter(deps.db, { after, last, most });
      for (const { entityId } of page.records) seen.add(entityId);
      const problems = await Promise.all(page.records.map((one) => problemOfRecord(deps.db, one)));
      broken.push(...problems.filter((one) => one !== null));
      after = page.next;
      isDone = after === null || deps.clock.now() < untilMs;
    }
  }
  if (isDone) broken.push(...(await withoutHistory(deps.db, seen)));
  const checked = seen.size;
  for (const [projectId, some] of Map.groupBy(broken, (one) => one.projectId))
    await deps.tell(await newsOf(deps.db, projectId, some));
  if (isDone && broken.length === 0) await deps.settle();
  const found = broken.length === 0 ? "" : ` ${broken.length} with a history that was changed by hand.`;
  return {
    summary: `${checked} ${checked === 1 ? "record" : "records"} of projects checked.${found}${isDone ? "" : " The rest follows in the next run."}`,
  };
}

/** A record with its history entries; null if they exceed a page. */
interface HistoryOf {
  readonly entity: string;
  readonly entityId: string;
  readonly changes: readonly ChangeRow[] | null;
}
interface HistoryPage {
  readonly records: readonly HistoryOf[];
  readonly next: string | null;
}

/** Complete histories of the records after an ID, as many as fit. */
async function pageAfter(
  db: TenantDb,
  { after, last, most }: { readonly after: string; readonly last: string | null; readonly most: number },
): Promise<HistoryPage> {
  const { entityId, at, id } = projectChanges;
  const isNext = and(gt(entityId, after), last === null ? undefined : lte(entityId, last));
  const rows = await db.rows(projectChanges, isNext).orderBy(asc(entityId), asc(at), asc(id)).limit(most);
  const groups = [...Map.groupBy(rows, (row) => row.entityId)];
  const isFull = rows.length === most;
  // The last one may continue on the next page.
  const whole = isFull && groups.length > 1 ? groups.slice(0, -1) : groups;
  const isOneCut = isFull && groups.length === 1;
  return {
    records: whole.map(([of, changes]) => {
      return { entity: changes[0]?.entity ?? "", entityId: of, changes: isOneCut ? null : changes };
    }),
    next: isFull ? (whole.at(-1)?.[0] ?? null) : null,
  };
}

async function problemOfRecord(
  db: TenantDb,
  { entity, entityId, changes }: HistoryOf,
): Promise<Broken | null> {
  const kind = KINDS[entity];
  if (kind === undefined) return null;
  const row = await findRecord(db, kind, entityId);
  if (row === null || (changes !== null && problemOf(changes, row) === null)) return null;
  // Reread both: a write in between has moved the seal.
  const now = await findRecord(db, kind, entityId);
  const problem = now === null ? null : await findHistoryProblem(db, now);
  return problem === null ? null : brokenOf(kind, row, problem);
}

/** Projects and tasks whose history is missing entirely. */
async function withoutHistory(db: TenantDb, seen: ReadonlySet<string>): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const kind of [PROJECT, TASK] as unknown as readonly RecordKind[]) {
    let [at, id] = ["", ""];
    for (let rows = await changedAfter(db, kind, at, id); rows.length > 0;) {
      for (const row of rows) {
        if (seen.has(row.id) || typeof row["historySeal"] !== "string") continue;
        const problem = await findHistoryProblem(db, row);
        if (problem !== null) broken.push(brokenOf(kind, row, problem));
      }
      const end = rows.at(-1);
      [at, id] = [String(end?.["updatedAt"]), end?.id ?? ""];
      rows = await changedAfter(db, kind, at, id);
    }
  }
  return broken;
}

async function changedAfter(db: TenantDb, { table }: RecordKind, at: string, id: string): Promise<AnyRow[]> {
  const isNext = sql`(${table.updatedAt}, ${table.id}) > (${at}, ${id})`;
  const rows = await db.rows(table, isNext).orderBy(asc(table.updatedAt), asc(table.id)).limit(RECORDS);
  return rows as unknown as AnyRow[];
}

async function findRecord(db: TenantDb, { table }: RecordKind, id: string): Promise<AnyRow | null> {
  return (await db.find(table, eq(table.id, id))) as AnyRow | null;
}

function brokenOf(kind: RecordKind, row: AnyRow, problem: string): Broken {
  const name = labelOf(kind, row);
  const words = `${kind.noun}${name === "" ? "" : ` “${name}”`}: ${problem}`;
  return { projectId: projectOf(kind, row), id: row.id, words };
}

async function newsOf(db: TenantDb, projectId: string | null, some: readonly Broken[]): Promise<AdminNews> {
  const project = projectId === null ? null : await db.find(projects, eq(projects.id, projectId));
  const ids = some.map(({ id }) => id).toSorted();
  const more = some.length > NAMED ? ` And ${some.length - NAMED} more.` : "";
  const named = some
    .slice(0, NAMED)
    .map(({ words }) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`);
  return {
    once: await derivedId("broken histories", db.tenantId, ...ids),
    title: `A history of ${project === null ? "projects" : `“${project.name}”`} was changed in the database`,
    body: `${named.join(" ")}${more} Nothing was changed; these histories can’t be used to undo anything.`,
    path: projectId === null ? "/projects" : `/projects/${projectId}`,
  };
}

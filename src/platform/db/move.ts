/**
 * Moves a team to another database, step by step. Each step is recorded in the directory before the next,
 * so that any process can continue a move, and of two processes one wins.  `asked → stopping → copying →
 * switching → opening → kept → removing → (nothing)`. A failure goes from `copying` or `switching` directly
 * to `removing`, and the team stays where it was.  From `stopping` to `opening` no row of the team changes
 * (src/platform/db/databases.ts). At both ends the move waits until no isolate caches the previous step:
 * nothing is written to the old database after copying starts, and nothing reads it once the team writes
 * again.
 */
import type { D1Database } from "@cloudflare/workers-types";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import { HOME_KEPT_MS, type Databases } from "./databases.ts";
import {
  countRows,
  hashWith,
  highestEvent,
  NO_ROWS,
  readRows,
  removeRows,
  reserveEvents,
  teamTables,
  writeRows,
  type TeamTable,
} from "./move-rows.ts";
import type { MoveProgress, tenantHomes } from "./tables/tenancy.ts";

/** Longer than an isolate caches the directory, plus the duration of running statements. */
const SETTLED_MS = HOME_KEPT_MS + 10_000;
const KEPT_MS = 7 * 24 * 3600_000;
const START: MoveProgress = {
  table: 0,
  phase: "empty",
  after: -1,
  copied: NO_ROWS,
  checked: NO_ROWS,
  shift: 0,
};

interface MoveDeps {
  readonly databases: Databases;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Move {
  readonly tenantId: string;
  readonly database: string;
  readonly step: NonNullable<(typeof tenantHomes.$inferSelect)["step"]>;
  readonly other: string;
  readonly progress: MoveProgress;
  readonly version: number;
}

/** Columns to change; the next step is due in `waitMs`. */
interface Change {
  readonly step: Move["step"] | null;
  readonly database?: string;
  readonly other?: string | null;
  readonly progress?: MoveProgress;
  readonly waitMs?: number;
  readonly problem?: string;
}

type Step = (deps: MoveDeps & Ends, move: Move) => Promise<Change>;

interface Ends {
  /** The team's database in the directory. */
  readonly home: D1Database;
  /** The other database. */
  readonly away: D1Database;
}

/**
 * A statement for the first database that requests a move. No effect if the team is already moving or its
 * old rows still exist.
 */
export function askToMove(tenantId: string, to: string, nowIso: string) {
  return [
    {
      sql: "INSERT OR IGNORE INTO tenant_homes (tenant_id, database) SELECT id, 'DB' FROM tenants WHERE id = ?",
      params: [tenantId],
    },
    {
      sql: `UPDATE tenant_homes SET step = 'asked', other = ?, due_at = ?, progress = NULL, problem = NULL, version = version + 1
            WHERE tenant_id = ? AND database <> ? AND (step IS NULL OR (step = 'kept' AND other = ?))`,
      params: [to, nowIso, tenantId, to, to],
    },
  ];
}

/** Continues a team's move until nothing is due or the time is up. */
export async function moveOn(deps: MoveDeps, tenantId: string, untilMs: number): Promise<"done" | "more"> {
  const directory = deps.databases.get("DB");
  if (directory === undefined) throw new Error("the first database has no binding");
  for (;;) {
    const nowMs = deps.clock.now();
    const move = await dueMove(directory, tenantId, isoTime(nowMs));
    if (move === null) return "done";
    if (nowMs >= untilMs) return "more";
    const change = await changeOf(deps, move);
    if (!(await noted(directory, move, change, nowMs))) return "done";
    if (change.step !== move.step)
      deps.logger.info("tenant.move", {
        tenantId,
        state: change.step ?? "over",
        ...(change.problem === undefined ? {} : { code: change.problem }),
      });
  }
}

async function changeOf(deps: MoveDeps, move: Move): Promise<Change> {
  const [home, away] = [deps.databases.get(move.database), deps.databases.get(move.other)];
  if (home === undefined || away === undefined)
    return { step: null, other: null, problem: "no_such_database" };
  return STEPS[move.step]({ ...deps, home, away }, move);
}

const STEPS: Readonly<Record<Move["step"], Step>> = {
  asked: () => Promise.resolve({ step: "stopping", waitMs: SETTLED_MS }),

  async stopping({ home }, { tenantId }) {
    await setMoving(home, tenantId, true);
    return { step: "copying", progress: START };
  },

  async copying({ home, away }, { tenantId, progress }) {
    const table = teamTables()[progress.table];
    if (table === undefined) return { step: "switching" };
    const next = await PHASES[progress.phase]({ home, away }, { tenantId, table, progress });
    if (next !== null) return { step: "copying", progress: next };
    return fail(home, tenantId, `${table.name}_differs`);
  },

  /**
   * A team lives in the database with its row of `tenants`: from here on, nothing more is copied to or
   * deleted from there.
   */
  async switching({ home, away }, { tenantId, database, other }) {
    const columns = "id, name, time_zone, created_at, jobs_version, moving";
    const row = await home
      .prepare(`select ${columns} from tenants where id = ?`)
      .bind(tenantId)
      .first<Record<string, string | number>>();
    if (row === null) return { step: null, other: null, problem: "no_such_team" };
    await away
      .prepare(`insert or ignore into tenants (${columns}) values (?, ?, ?, ?, ?, 1)`)
      .bind(tenantId, row["name"], row["time_zone"], row["created_at"], row["jobs_version"])
      .run();
    // Checked once neither side can change.
    if ((await countRows(home, tenantId)) !== (await countRows(away, tenantId))) {
      await away.prepare("delete from tenants where id = ?").bind(tenantId).run();
      return fail(home, tenantId, "rows_differ");
    }
    return { step: "opening", database: other, other: database, waitMs: SETTLED_MS };
  },

  async opening({ home, away }, { tenantId }) {
    await away.prepare("delete from tenants where id = ?").bind(tenantId).run();
    await setMoving(home, tenantId, false);
    return { step: "kept", waitMs: KEPT_MS, progress: START };
  },

  kept: () => Promise.resolve({ step: "removing", progress: START }),

  async removing({ away }, { tenantId, progress }) {
    const table = teamTables()[progress.table];
    if (table === undefined) {
      await away.prepare("delete from work_leases where tenant_id = ?").bind(tenantId).run();
      return { step: null, other: null };
    }
    const isEmpty = await removeRows(away, tenantId, table);
    return { step: "removing", progress: isEmpty ? { ...progress, table: progress.table + 1 } : progress };
  },
};

interface Copy {
  readonly tenantId: string;
  readonly table: TeamTable;
  readonly progress: MoveProgress;
}

/** Empties a table there, copies it, and reads it back. Returns the progress; null if what was read back differs. */
const PHASES: Readonly<
  Record<MoveProgress["phase"], (ends: Ends, copy: Copy) => Promise<MoveProgress | null>>
> = {
  async empty({ home, away }, { tenantId, table, progress }) {
    if (!(await removeRows(away, tenantId, table))) return progress;
    const shift =
      table.name === "event_cursors"
        ? await reserveEvents(away, tenantId, await highestEvent(home, tenantId))
        : progress.shift;
    return { ...progress, phase: "copy", after: -1, copied: NO_ROWS, checked: NO_ROWS, shift };
  },

  async copy({ home, away }, { tenantId, table, progress }) {
    const page = await readRows(home, tenantId, table, progress);
    await writeRows(away, tenantId, table, page.rows);
    const copied = await hashWith(progress.copied, page.rows);
    if (!page.isLast) return { ...progress, after: page.after, copied };
    return { ...progress, phase: "check", after: -1, copied };
  },

  async check({ away }, { tenantId, table, progress }) {
    const page = await readRows(away, tenantId, table, { after: progress.after, shift: 0 });
    const checked = await hashWith(progress.checked, page.rows);
    if (!page.isLast) return { ...progress, after: page.after, checked };
    if (checked.rows !== progress.copied.rows || checked.hash !== progress.copied.hash) return null;
    return { ...progress, phase: "empty", table: progress.table + 1, after: -1 };
  },
};

/** The team stays where it is. */
async function fail(home: D1Database, tenantId: string, problem: string): Promise<Change> {
  await setMoving(home, tenantId, false);
  return { step: "removing", progress: START, problem };
}

async function setMoving(d1: D1Database, tenantId: string, moving: boolean): Promise<void> {
  await d1
    .prepare("update tenants set moving = ? where id = ?")
    .bind(moving ? 1 : 0, tenantId)
    .run();
}

async function dueMove(directory: D1Database, tenantId: string, nowIso: string): Promise<Move | null> {
  const row = await directory
    .prepare("select * from tenant_homes where tenant_id = ? and step is not null and due_at <= ?")
    .bind(tenantId, nowIso)
    .first<{
      database: string;
      step: Move["step"];
      other: string;
      progress: string | null;
      version: number;
    }>();
  if (row === null) return null;
  const progress = row.progress === null ? START : (JSON.parse(row.progress) as MoveProgress);
  return { ...row, tenantId, progress };
}

/** Records a step. Returns false if another process continued the move. */
async function noted(directory: D1Database, move: Move, change: Change, nowMs: number): Promise<boolean> {
  const { step, database = move.database, other = move.other, progress = move.progress } = change;
  const { waitMs = 0, problem = null } = change;
  const { meta } = await directory
    .prepare(
      `update tenant_homes set step = ?, database = ?, other = ?, progress = ?, due_at = ?, problem = coalesce(?, problem), version = version + 1
       where tenant_id = ? and version = ?`,
    )
    .bind(
      step,
      database,
      other,
      JSON.stringify(progress),
      step === null ? null : isoTime(nowMs + waitMs),
      problem,
      move.tenantId,
      move.version,
    )
    .run();
  return meta.changes === 1;
}

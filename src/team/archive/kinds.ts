/**
 * Archived kinds: which rows are due, in which order, and how they are removed. To add a kind, add an entry
 * here.
 */
import { and, gt, isNotNull, lt, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { archivePages } from "../tables/archive.ts";
import { audit, byIds, events, type Statement, type TenantDb, among } from "../../platform/db/index.ts";
import { runs, runTraces } from "../../agent/tables/conversations.ts";
import { readersOf } from "../../platform/privacy.ts";
import type { ArchiveKind } from "../api/retention.ts";
import type { ArchivedRow } from "./page.ts";

/** A row's position in its kind's order: a time or date, then its ID. */
export interface Place {
  readonly at: string;
  readonly id: string;
}

/** A row to archive. */
export interface Due {
  readonly place: Place;
  readonly what: string;
  readonly at: string;
  readonly row: ArchivedRow;
}

export interface Kind {
  /** Rows read at once. */
  readonly rows: number;
  /** The next rows after a place and before a date, in order. */
  read(db: TenantDb, after: Place, before: string, limit: number): Promise<Due[]>;
  /** The field of an archived row that, with its ID, is its position. */
  readonly orderedBy: "at" | "day";
  /**
   * Whether rows remain in the table, so that the next page starts after the last one. Otherwise it starts
   * with the oldest existing row.
   */
  readonly keepsRows: boolean;
  /** Statements that remove some archived rows. */
  remove(db: TenantDb, ids: readonly string[]): Statement[];
  /** Maximum IDs per `remove`. */
  readonly removed: number;
}

/** Before every row. */
export const START: Place = { at: "", id: "" };

export const KINDS: Readonly<Record<ArchiveKind, Kind>> = {
  audit: {
    rows: 500,
    removed: 2_000,
    orderedBy: "at",
    keepsRows: false,
    async read(db, after, before, limit) {
      const where = and(isAfter(audit.at, audit.id, after), lt(audit.at, before));
      const rows = await db.rows(audit, where).orderBy(audit.at, audit.id).limit(limit);
      return rows.map(({ tenantId: _team, ...row }) => ({ place: row, at: row.at, what: row.action, row }));
    },
    remove: (db, ids) => [db.remove(audit, byIds(audit.id, ids))],
  },

  /**
   * The run's row remains for conversations, search and costs; its steps, most of its data, are removed.
   * Running ones keep them.
   */
  runs: {
    rows: 50,
    removed: 200,
    orderedBy: "day",
    keepsRows: true,
    async read(db, after, before, limit) {
      const where = and(isAfter(runs.day, runs.id, after), lt(runs.day, before), isNotNull(runs.finishedAt));
      const rows = await db.rows(runs, where).orderBy(runs.day, runs.id).limit(limit);
      const traces = await db
        .rows(runTraces, ofRuns(rows.map(({ id }) => id)))
        .orderBy(runTraces.runId, runTraces.part);
      const byRun = Map.groupBy(traces, ({ runId }) => runId);
      const readers = await readersOf(
        db,
        rows.map(({ conversationId }) => conversationId),
      );
      return rows.map(({ tenantId: _team, ...whole }) => {
        // All admins can read the archive, so content of private conversations stays in the run's row.
        const isPrivate = readers.has(whole.conversationId);
        const run = isPrivate ? { ...whole, preview: null, outcome: null, output: null } : whole;
        const own = (byRun.get(run.id) ?? [])
          .flatMap(({ steps }) => steps)
          .map((step) => ({ id: `${run.id}.${step.position}`, ...step }));
        return {
          place: { at: run.day, id: run.id },
          at: run.startedAt,
          what: run.trigger,
          row: { ...run, steps: own },
        };
      });
    },
    remove: (db, ids) => [db.remove(runTraces, ofRuns(ids))],
  },

  /**
   * Without event numbers, which belong to the database and change when the team moves. Events that consumers
   * may not have processed remain.
   */
  events: {
    rows: 500,
    removed: 2_000,
    orderedBy: "at",
    keepsRows: false,
    async read(db, after, before, limit) {
      const where = and(isAfter(events.at, events.id, after), lt(events.at, before), sql`open = 0`);
      const rows = await db.rows(events, where).orderBy(events.at, events.id).limit(limit);
      return rows.map(({ tenantId: _team, seq: _seq, open: _open, ...row }) => ({
        place: row,
        at: row.at,
        what: row.type,
        row,
      }));
    },
    remove: (db, ids) => [db.remove(events, among(events.id, ids))],
  },
};

export const KIND_NAMES = Object.keys(KINDS) as ArchiveKind[];

function isAfter(at: SQLiteColumn, id: SQLiteColumn, after: Place): SQL {
  return sql`(${at}, ${id}) > (${after.at}, ${after.id})`;
}

function ofRuns(ids: readonly string[]): SQL {
  return among(runTraces.runId, ids);
}

/** Pages after a given one, in order. */
export function pagesAfter(db: TenantDb, kind: ArchiveKind, page: number, limit: number) {
  const where = and(sql`${archivePages.kind} = ${kind}`, gt(archivePages.page, page));
  return db.rows(archivePages, where).orderBy(archivePages.page).limit(limit);
}

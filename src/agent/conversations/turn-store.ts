/** All SQL of turns: the queue, and the running turn's figures. Synchronous. */
import type { ObjectSql, SqlValue } from "../../platform/db/object-sql.ts";
import type { Author } from "../api/message.ts";
import { NO_FIGURES, type RunEnd } from "../runs/index.ts";
import { endOfRow, endValues, type EndSqlRow } from "./end-sql.ts";
import { figuresOfRow, figureValues, SET_FIGURES, type FiguresSqlRow } from "./figures-sql.ts";
import type { EndedTurn, QueuedTurn, RunningTurn, Turn } from "./types.ts";

interface TurnSqlRow extends FiguresSqlRow, EndSqlRow {
  id: string;
  kind: string;
  status: string;
  speaker: string;
  attempt: number;
  stalls: number;
  progress: number;
  stop_requested_by: string | null;
  not_before: number;
  unread_since: number | null;
  queued_at: string;
  started_at: string | null;
  finished_at: string | null;
}

function turnOfRow(row: TurnSqlRow): Turn {
  const common = {
    id: row.id,
    kind: row.kind as Turn["kind"],
    speaker: JSON.parse(row.speaker) as Author,
    attempt: row.attempt,
    stalls: row.stalls,
    progress: row.progress,
    stopRequestedBy: row.stop_requested_by,
    unreadSinceMs: row.unread_since,
    queuedAt: row.queued_at,
    figures: figuresOfRow(row),
  };
  const startedAt = row.started_at ?? row.queued_at;
  if (row.status === "running")
    return { ...common, status: "running", startedAt, openReserveMicroUsd: row.open_reserve_micro_usd };
  const at = row.finished_at;
  if (row.status !== "queued")
    return { ...common, status: "ended", startedAt, finishedAt: at ?? startedAt, end: endOfRow(row) };
  const putOff = at === null ? null : { startedAt, at, end: endOfRow(row) };
  return { ...common, status: "queued", notBefore: row.not_before, putOff };
}

/** How a turn last stopped, in the order of the columns. */
function stopValues(end: RunEnd | null, startedAt: string | null, finishedAt: string | null): SqlValue[] {
  return [...endValues(end), startedAt, finishedAt];
}

/** The columns that differ by status: status, not_before, reserve, and the last stop. */
function statusValues(turn: Turn): SqlValue[] {
  switch (turn.status) {
    case "queued": {
      const { putOff } = turn;
      const stop = stopValues(putOff?.end ?? null, putOff?.startedAt ?? null, putOff?.at ?? null);
      return ["queued", turn.notBefore, 0, ...stop];
    }
    case "running":
      return ["running", 0, turn.openReserveMicroUsd, ...stopValues(null, turn.startedAt, null)];
    case "ended": {
      const stored = turn.end.reason === "failed" ? "failed" : "finished";
      return [stored, 0, 0, ...stopValues(turn.end, turn.startedAt, turn.finishedAt)];
    }
  }
}

type NewTurn = Pick<QueuedTurn, "id" | "kind" | "speaker" | "notBefore" | "queuedAt"> &
  Partial<Pick<QueuedTurn, "unreadSinceMs">>;

export function turnStore(sql: ObjectSql) {
  const select = (condition: string, ...bindings: SqlValue[]): Turn[] =>
    sql.rows<TurnSqlRow>(`SELECT * FROM turns WHERE ${condition}`, ...bindings).map(turnOfRow);

  return {
    find: (id: string): Turn | null => select("id = ?", id)[0] ?? null,

    /** The turn that runs, or ran when the process died. */
    running: (): RunningTurn | null =>
      (select("status = 'running' LIMIT 1")[0] as RunningTurn | undefined) ?? null,

    /** In order of arrival. */
    queued: (): QueuedTurn[] => select("status = 'queued' ORDER BY rowid") as QueuedTurn[],

    /** When turns of contacts' texts started since a time, oldest first (milliseconds). */
    contactStarts: (sinceIso: string): number[] =>
      sql
        .rows<{ started_at: string }>(
          `SELECT started_at FROM turns WHERE started_at > ? AND kind = 'message'
             AND json_extract(speaker, '$.kind') = 'contact' ORDER BY started_at`,
          sinceIso,
        )
        .map((row) => Date.parse(row.started_at)),

    lastEnded: (): EndedTurn | null =>
      (select(
        "status IN ('finished', 'failed') AND started_at IS NOT NULL ORDER BY finished_at DESC, rowid DESC LIMIT 1",
      )[0] as EndedTurn | undefined) ?? null,

    /** Appends a turn to the queue; an existing ID stays unchanged. */
    enqueue(turn: NewTurn): void {
      sql.rows(
        `INSERT INTO turns (id, kind, status, speaker, attempt, stalls, progress, not_before, unread_since, model, model_calls,
           tool_calls, usage, cost_micro_usd, open_reserve_micro_usd, queued_at)
         VALUES (?, ?, 'queued', ?, 0, 0, 0, ?, ?, '', 0, 0, ?, 0, 0, ?) ON CONFLICT (id) DO NOTHING`,
        turn.id,
        turn.kind,
        JSON.stringify(turn.speaker),
        turn.notBefore,
        turn.unreadSinceMs ?? null,
        JSON.stringify(NO_FIGURES.usage),
        turn.queuedAt,
      );
    },

    /** Removes a queued turn that never started, because another turn has read its messages. */
    dropQueued(id: string): void {
      sql.rows("DELETE FROM turns WHERE id = ? AND status = 'queued'", id);
    },

    /** Stores a turn after a transition, without its figures. */
    save(turn: Turn): void {
      sql.rows(
        `UPDATE turns SET attempt = ?, stalls = ?, progress = ?, stop_requested_by = ?, unread_since = ?,
           status = ?, not_before = ?, open_reserve_micro_usd = ?, stop_reason = ?, error_code = ?, error_message = ?,
           output = ?, started_at = ?, finished_at = ? WHERE id = ?`,
        turn.attempt,
        turn.stalls,
        turn.progress,
        turn.stopRequestedBy,
        turn.unreadSinceMs,
        ...statusValues(turn),
        turn.id,
      );
    },

    /** Stores a turn's usage and the reserve of the current model call. */
    saveFigures(id: string, ...saved: Parameters<typeof figureValues>): void {
      sql.rows(`UPDATE turns SET ${SET_FIGURES} WHERE id = ?`, ...figureValues(...saved), id);
    },
  };
}

export type TurnStore = ReturnType<typeof turnStore>;

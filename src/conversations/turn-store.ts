/** All SQL of turns: the queue, the running turn's figures, the journal of tool calls and the trace. Synchronous. */
import type { Author } from "../protocol/message.ts";
import type { ObjectSql, SqlValue } from "../db/object-sql.ts";
import type { CallAnswer, CallRow, JournaledCall, TraceStep, Turn } from "./types.ts";

interface TurnSqlRow {
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
  model: string;
  model_calls: number;
  tool_calls: number;
  usage: string;
  cost_micro_usd: number;
  open_reserve_micro_usd: number;
  stop_reason: string | null;
  error_code: string | null;
  error_message: string | null;
  queued_at: string;
  started_at: string | null;
  finished_at: string | null;
}

interface CallSqlRow {
  reply_id: string;
  id: string;
  position: number;
  name: string;
  input: string;
  started_at: string | null;
  answer: string | null;
}

function turnOfRow(row: TurnSqlRow): Turn {
  return {
    id: row.id,
    kind: row.kind as Turn["kind"],
    status: row.status as Turn["status"],
    speaker: JSON.parse(row.speaker) as Author,
    attempt: row.attempt,
    stalls: row.stalls,
    progress: row.progress,
    stopRequestedBy: row.stop_requested_by,
    notBefore: row.not_before,
    unreadSinceMs: row.unread_since,
    model: row.model,
    modelCalls: row.model_calls,
    toolCalls: row.tool_calls,
    usage: JSON.parse(row.usage) as Turn["usage"],
    costMicroUsd: row.cost_micro_usd,
    openReserveMicroUsd: row.open_reserve_micro_usd,
    stopReason: row.stop_reason as Turn["stopReason"],
    errorCode: row.error_code,
    errorMessage: row.error_message,
    queuedAt: row.queued_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

function callOfRow(row: CallSqlRow): CallRow {
  return {
    replyId: row.reply_id,
    position: row.position,
    call: { id: row.id, name: row.name, input: JSON.parse(row.input) as JournaledCall["input"] },
    startedAt: row.started_at,
    answer: row.answer === null ? null : (JSON.parse(row.answer) as CallAnswer),
  };
}

const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** Columns a running turn changes, by the field's name. */
const COLUMNS = {
  status: "status",
  attempt: "attempt",
  stalls: "stalls",
  progress: "progress",
  stopRequestedBy: "stop_requested_by",
  notBefore: "not_before",
  unreadSinceMs: "unread_since",
  model: "model",
  modelCalls: "model_calls",
  toolCalls: "tool_calls",
  usage: "usage",
  costMicroUsd: "cost_micro_usd",
  openReserveMicroUsd: "open_reserve_micro_usd",
  stopReason: "stop_reason",
  errorCode: "error_code",
  errorMessage: "error_message",
  startedAt: "started_at",
  finishedAt: "finished_at",
} as const satisfies Partial<Record<keyof Turn, string>>;

/** Fields of a turn that change. */
export type TurnChange = Partial<Pick<Turn, keyof typeof COLUMNS>>;

/** Opens the turns' tables. */
export function turnStore(sql: ObjectSql) {
  const select = (condition: string, ...bindings: SqlValue[]): Turn[] =>
    sql.rows<TurnSqlRow>(`SELECT * FROM turns WHERE ${condition}`, ...bindings).map(turnOfRow);

  return {
    find: (id: string): Turn | null => select("id = ?", id)[0] ?? null,

    /** The turn that runs, or ran when the process died. */
    running: (): Turn | null => select("status = 'running' LIMIT 1")[0] ?? null,

    /** Waiting turns in the order they came. */
    queued: (): Turn[] => select("status = 'queued' ORDER BY rowid"),

    /** When turns of contacts' texts started since a time, oldest first (milliseconds). */
    contactStarts: (sinceIso: string): number[] =>
      sql
        .rows<{ started_at: string }>(
          `SELECT started_at FROM turns WHERE started_at > ? AND kind = 'message'
             AND json_extract(speaker, '$.kind') = 'contact' ORDER BY started_at`,
          sinceIso,
        )
        .map((row) => Date.parse(row.started_at)),

    /** The newest turn that is over. */
    lastEnded: (): Turn | null =>
      select(
        "status IN ('finished', 'failed') AND started_at IS NOT NULL ORDER BY finished_at DESC, rowid DESC LIMIT 1",
      )[0] ?? null,

    /** Puts a turn at the end of the queue; an id that is there already stays as it is. */
    enqueue(turn: Pick<Turn, "id" | "kind" | "speaker" | "notBefore" | "queuedAt">): void {
      sql.rows(
        `INSERT INTO turns (id, kind, status, speaker, attempt, stalls, progress, not_before, model, model_calls, tool_calls,
           usage, cost_micro_usd, open_reserve_micro_usd, queued_at)
         VALUES (?, ?, 'queued', ?, 0, 0, 0, ?, '', 0, 0, ?, 0, 0, ?) ON CONFLICT (id) DO NOTHING`,
        turn.id,
        turn.kind,
        JSON.stringify(turn.speaker),
        turn.notBefore,
        JSON.stringify(NO_USAGE),
        turn.queuedAt,
      );
    },

    /** Takes a turn that never started off the queue: another turn has seen its messages. */
    dropQueued(id: string): void {
      sql.rows("DELETE FROM turns WHERE id = ? AND status = 'queued'", id);
    },

    change(id: string, change: TurnChange): void {
      const entries = Object.entries(change) as [keyof typeof COLUMNS, unknown][];
      if (entries.length === 0) return;
      const columns = entries.map(([field]) => `${COLUMNS[field]} = ?`).join(", ");
      const values = entries.map(([field, value]) =>
        field === "usage" ? JSON.stringify(value) : (value as SqlValue),
      );
      sql.rows(`UPDATE turns SET ${columns} WHERE id = ?`, ...values, id);
    },

    /** Journals the calls of a reply, unanswered. */
    openCalls(turnId: string, replyId: string, calls: readonly JournaledCall[]): void {
      for (const [position, call] of calls.entries()) {
        sql.rows(
          "INSERT INTO tool_calls (reply_id, id, turn_id, position, name, input) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
          replyId,
          call.id,
          turnId,
          position,
          call.name,
          JSON.stringify(call.input),
        );
      }
    },

    /** Notes that a call has begun. */
    startCall(replyId: string, callId: string, nowIso: string): void {
      sql.rows("UPDATE tool_calls SET started_at = ? WHERE reply_id = ? AND id = ?", nowIso, replyId, callId);
    },

    /** Answers a call; false where it was answered before. */
    answerCall(replyId: string, callId: string, answer: CallAnswer): boolean {
      const answered = sql.rows(
        "UPDATE tool_calls SET answer = ? WHERE reply_id = ? AND id = ? AND answer IS NULL RETURNING id",
        JSON.stringify(answer),
        replyId,
        callId,
      );
      return answered.length === 1;
    },

    /** Calls of a reply, in order. */
    calls: (replyId: string): CallRow[] =>
      sql
        .rows<CallSqlRow>("SELECT * FROM tool_calls WHERE reply_id = ? ORDER BY position", replyId)
        .map(callOfRow),

    /** All calls of a turn, in order. */
    callsOfTurn: (turnId: string): CallRow[] =>
      sql
        .rows<CallSqlRow>(
          "SELECT tool_calls.* FROM tool_calls JOIN messages ON messages.id = reply_id WHERE tool_calls.turn_id = ? ORDER BY messages.seq, position",
          turnId,
        )
        .map(callOfRow),

    /** Names of the tools that were answered in this conversation, each once: one look into the index a name. */
    answeredTools: (): string[] =>
      sql
        .rows<{ name: string }>(
          `WITH RECURSIVE names (name) AS (
             SELECT min(name) FROM tool_calls WHERE answer IS NOT NULL
             UNION ALL
             SELECT (SELECT min(name) FROM tool_calls WHERE answer IS NOT NULL AND name > names.name)
               FROM names WHERE names.name IS NOT NULL)
           SELECT name FROM names WHERE name IS NOT NULL`,
        )
        .map(({ name }) => name),

    /** How much of a turn is committed: messages and answers. More of it is progress. */
    progressOf(turnId: string): number {
      const row = sql.rows<{ total: number }>(
        `SELECT (SELECT count(*) FROM messages WHERE turn_id = ?1 AND queued = 0)
              + (SELECT count(*) FROM tool_calls WHERE turn_id = ?1 AND answer IS NOT NULL) AS total`,
        turnId,
      )[0];
      return row?.total ?? 0;
    },

    addTrace(turnId: string, step: TraceStep): void {
      sql.rows(
        `INSERT INTO trace (turn_id, position, step)
         VALUES (?1, (SELECT coalesce(max(position), 0) + 1 FROM trace WHERE turn_id = ?1), ?2)`,
        turnId,
        JSON.stringify(step),
      );
    },

    /** The trace of a turn with each step's place, which never changes. */
    trace: (turnId: string): { position: number; step: TraceStep }[] =>
      sql
        .rows<{ position: number; step: string }>(
          "SELECT position, step FROM trace WHERE turn_id = ? ORDER BY position",
          turnId,
        )
        .map((row) => ({ position: row.position, step: JSON.parse(row.step) as TraceStep })),
  };
}

/** The turns' tables. */
export type TurnStore = ReturnType<typeof turnStore>;

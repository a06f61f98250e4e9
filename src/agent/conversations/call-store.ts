/** All SQL of tool calls and the trace, by run (of a turn or sub-run). Synchronous. */
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import {
  waitedFor,
  type CallAnswer,
  type CallRow,
  type RunLog,
  type ToolCall,
  type TraceStep,
} from "../runs/index.ts";

interface CallSqlRow {
  reply_id: string;
  id: string;
  position: number;
  name: string;
  input: string;
  started_at: string | null;
  answer: string | null;
}

/** Maximum answers that are looked through. */
const NEWEST = 40;

function callOfRow(row: CallSqlRow): CallRow {
  return {
    replyId: row.reply_id,
    position: row.position,
    call: { id: row.id, name: row.name, input: JSON.parse(row.input) as ToolCall["input"] },
    startedAt: row.started_at,
    answer: row.answer === null ? null : (JSON.parse(row.answer) as CallAnswer),
  };
}

/** The number of the call's reply in its run, from 1; the end of the reply's ID. */
function stepOf({ replyId }: CallRow): number {
  return Number(replyId.slice(replyId.lastIndexOf(".") + 1));
}

function traceStore(sql: ObjectSql) {
  return {
    addTrace(runId: string, step: TraceStep): void {
      sql.rows(
        `INSERT INTO trace (turn_id, position, step)
         VALUES (?1, (SELECT coalesce(max(position), 0) + 1 FROM trace WHERE turn_id = ?1), ?2)`,
        runId,
        JSON.stringify(step),
      );
    },

    /** The trace of a run, with each step's fixed position. */
    trace: (runId: string): { position: number; step: TraceStep }[] =>
      sql
        .rows<{ position: number; step: string }>(
          "SELECT position, step FROM trace WHERE turn_id = ? ORDER BY position",
          runId,
        )
        .map((row) => ({ position: row.position, step: JSON.parse(row.step) as TraceStep })),
  };
}

function answersOf(sql: ObjectSql) {
  return {
    /** What a run waits for by its calls. */
    waitsFor: (runId: string): RunLog["waitsFor"] =>
      waitedFor(
        sql
          .rows<{ status: string | null }>(
            "SELECT DISTINCT json_extract(answer, '$.status') AS status FROM tool_calls WHERE turn_id = ?",
            runId,
          )
          .map(({ status }) => status),
      ),

    hasAnswered: (runId: string): boolean =>
      sql.rows("SELECT 1 FROM tool_calls WHERE turn_id = ? AND answer IS NOT NULL LIMIT 1", runId).length > 0,
  };
}

export function callStore(sql: ObjectSql) {
  return {
    ...traceStore(sql),
    ...answersOf(sql),

    /** Writes the calls of a reply, unanswered. */
    open(runId: string, replyId: string, calls: readonly ToolCall[]): void {
      for (const [position, call] of calls.entries()) {
        sql.rows(
          "INSERT INTO tool_calls (reply_id, id, turn_id, position, name, input) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
          replyId,
          call.id,
          runId,
          position,
          call.name,
          JSON.stringify(call.input),
        );
      }
    },

    start(replyId: string, callId: string, nowIso: string): void {
      sql.rows("UPDATE tool_calls SET started_at = ? WHERE reply_id = ? AND id = ?", nowIso, replyId, callId);
    },

    /** Answers a call; returns false if it already has an answer. */
    answer(replyId: string, callId: string, answer: CallAnswer): boolean {
      const answered = sql.rows(
        "UPDATE tool_calls SET answer = ? WHERE reply_id = ? AND id = ? AND answer IS NULL RETURNING id",
        JSON.stringify(answer),
        replyId,
        callId,
      );
      return answered.length === 1;
    },

    ofReply: (replyId: string): CallRow[] =>
      sql
        .rows<CallSqlRow>("SELECT * FROM tool_calls WHERE reply_id = ? ORDER BY position", replyId)
        .map(callOfRow),

    ofTurn: (runId: string): CallRow[] =>
      sql
        .rows<CallSqlRow>(
          "SELECT tool_calls.* FROM tool_calls JOIN messages ON messages.id = reply_id WHERE tool_calls.turn_id = ? ORDER BY messages.seq, position",
          runId,
        )
        .map(callOfRow),

    /** All calls of a run or sub-run, in order. Their number is limited by the run's limits. */
    ofRun: (runId: string): CallRow[] =>
      sql
        .rows<CallSqlRow>("SELECT * FROM tool_calls WHERE turn_id = ?", runId)
        .map(callOfRow)
        .toSorted((one, other) => stepOf(one) - stepOf(other) || one.position - other.position),

    /** The newest answers, of sub-runs too, that hold some text, or don't. */
    answersHolding: (text: string, holds = true): { name: string; content: string }[] =>
      sql
        .rows<{ name: string; content: string | null }>(
          `SELECT name, json_extract(answer, '$.content') AS content FROM tool_calls WHERE instr(answer, ?) ${holds ? "> 0" : "= 0"} ORDER BY started_at DESC LIMIT ${NEWEST}`,
          text,
        )
        .map(({ name, content }) => ({ name, content: content ?? "" })),

    /** The newest inputs of a tool. */
    inputsOf: (name: string): ToolCall["input"][] =>
      sql
        .rows<{ input: string }>(
          "SELECT input FROM tool_calls WHERE name = ? AND answer IS NOT NULL ORDER BY started_at DESC LIMIT 20",
          name,
        )
        .map(({ input }) => JSON.parse(input) as ToolCall["input"]),

    /** Names of the tools answered in this conversation, by one index lookup per name. */
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

    /** The number of committed messages and answers of a turn and its sub-runs. Growth means progress. */
    progressOf(runId: string): number {
      const row = sql.rows<{ total: number }>(
        `SELECT (SELECT count(*) FROM messages WHERE turn_id = ?1 AND queued = 0)
              + (SELECT count(*) FROM tool_calls WHERE turn_id = ?1 AND answer IS NOT NULL)
              + (SELECT count(*) FROM sub_messages WHERE run_id IN (SELECT id FROM sub_runs WHERE parent_id = ?1))
              + (SELECT count(*) FROM tool_calls WHERE turn_id IN (SELECT id FROM sub_runs WHERE parent_id = ?1) AND answer IS NOT NULL)
              AS total`,
        runId,
      )[0];
      return row?.total ?? 0;
    },
  };
}

export type CallStore = ReturnType<typeof callStore>;

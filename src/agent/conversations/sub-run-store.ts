/**
 * All SQL of sub-runs (delegated tasks) and their messages. Their calls and traces are in the tables of
 * turns. Synchronous.
 */
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import type { Question } from "../api/conversation-frames.ts";
import { NO_FIGURES, type Fallback, type JournalEntry, type ModelStop, type RunEnd } from "../runs/index.ts";
import { endOfRow, endValues, type EndSqlRow } from "./end-sql.ts";
import { figuresOfRow, figureValues, SET_FIGURES, type FiguresSqlRow } from "./figures-sql.ts";
import type { RunningSubRun, SubMessage, SubRun, WaitingProposal } from "./types.ts";

interface SubRunSqlRow extends FiguresSqlRow, EndSqlRow {
  id: string;
  parent_id: string;
  call_id: string;
  agent: string;
  status: string;
  attempt: number;
  pending: string;
  question: string | null;
  started_at: string;
  finished_at: string | null;
}

interface SubMessageSqlRow {
  seq: number;
  id: string;
  kind: string;
  role: string;
  parts: string;
  created_at: string;
  model_stop: string | null;
  fallback: string | null;
}

function subRunOfRow(row: SubRunSqlRow): SubRun {
  const common = {
    id: row.id,
    parentId: row.parent_id,
    callId: row.call_id,
    agent: row.agent,
    attempt: row.attempt,
    figures: figuresOfRow(row),
    pending: JSON.parse(row.pending) as WaitingProposal[],
    question: row.question === null ? null : (JSON.parse(row.question) as Question),
    startedAt: row.started_at,
  };
  if (row.finished_at === null)
    return { ...common, status: "running", openReserveMicroUsd: row.open_reserve_micro_usd };
  return { ...common, status: "ended", finishedAt: row.finished_at, end: endOfRow(row) };
}

function messageOfRow(row: SubMessageSqlRow): SubMessage {
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind as SubMessage["kind"],
    role: row.role as SubMessage["role"],
    parts: JSON.parse(row.parts) as SubMessage["parts"],
    createdAt: row.created_at,
    stop: row.model_stop as ModelStop | null,
    fallback: row.fallback === null ? null : (JSON.parse(row.fallback) as Fallback),
  };
}

function subMessagesStore(sql: ObjectSql) {
  const select = (rest: string, id: string): SubMessage[] =>
    sql.rows<SubMessageSqlRow>(`SELECT * FROM sub_messages ${rest}`, id).map(messageOfRow);
  return {
    insertMessage(
      runId: string,
      message: Omit<SubMessage, "seq" | "stop" | "fallback"> &
        Partial<Pick<JournalEntry, "stop" | "fallback">>,
    ): void {
      sql.rows(
        `INSERT INTO sub_messages (run_id, id, kind, role, parts, created_at, model_stop, fallback)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
        runId,
        message.id,
        message.kind,
        message.role,
        JSON.stringify(message.parts),
        message.createdAt,
        message.stop ?? null,
        message.fallback ? JSON.stringify(message.fallback) : null,
      );
    },

    /** Oldest first. */
    messages: (id: string): SubMessage[] => select("WHERE run_id = ? ORDER BY seq", id),

    task: (id: string): SubMessage | null => select("WHERE run_id = ? ORDER BY seq LIMIT 1", id)[0] ?? null,

    lastMessage: (id: string): SubMessage | null =>
      select("WHERE run_id = ? ORDER BY seq DESC LIMIT 1", id)[0] ?? null,

    lastReply: (id: string): SubMessage | null =>
      select("WHERE run_id = ? AND kind = 'reply' ORDER BY seq DESC LIMIT 1", id)[0] ?? null,

    repairsOf: (id: string): number =>
      Number(
        sql.rows<{ repairs: number }>(
          "SELECT count(*) AS repairs FROM sub_messages WHERE run_id = ? AND kind = 'repair'",
          id,
        )[0]?.repairs ?? 0,
      ),
  };
}

export function subRunStore(sql: ObjectSql) {
  const messages = subMessagesStore(sql);
  const select = (rest: string, id: string): SubRun[] =>
    sql.rows<SubRunSqlRow>(`SELECT * FROM sub_runs ${rest}`, id).map(subRunOfRow);
  return {
    ...messages,

    find: (id: string): SubRun | null => select("WHERE id = ?", id)[0] ?? null,

    /** Sub-runs of a run, in order. */
    of: (parentId: string): SubRun[] => select("WHERE parent_id = ? ORDER BY rowid", parentId),

    costOf: (parentId: string): number =>
      Number(
        sql.rows<{ cost: number | null }>(
          "SELECT sum(cost_micro_usd) AS cost FROM sub_runs WHERE parent_id = ?",
          parentId,
        )[0]?.cost ?? 0,
      ),

    /** Writes a new sub-run with its first message; an existing one stays unchanged. */
    begin(
      run: Pick<RunningSubRun, "id" | "parentId" | "callId" | "agent" | "startedAt">,
      first: SubMessage["parts"],
    ): void {
      sql.rows(
        `INSERT INTO sub_runs (id, parent_id, call_id, agent, status, attempt, model, model_calls, tool_calls, usage, cost_micro_usd,
           open_reserve_micro_usd, fallbacks, pending, started_at)
         VALUES (?, ?, ?, ?, 'running', 0, '', 0, 0, ?, 0, 0, 0, '[]', ?) ON CONFLICT (id) DO NOTHING`,
        run.id,
        run.parentId,
        run.callId,
        run.agent,
        JSON.stringify(NO_FIGURES.usage),
        run.startedAt,
      );
      const { id, startedAt: createdAt } = run;
      messages.insertMessage(id, {
        id: `sw.${id}.0`,
        kind: "inbound",
        role: "user",
        parts: first,
        createdAt,
      });
    },

    /** Counts a new attempt; earlier ones can no longer write. */
    attempt(id: string): number {
      const [row] = sql.rows<{ attempt: number }>(
        "UPDATE sub_runs SET attempt = attempt + 1 WHERE id = ? RETURNING attempt",
        id,
      );
      return row?.attempt ?? 0;
    },

    saveFigures(id: string, ...saved: Parameters<typeof figureValues>): void {
      sql.rows(`UPDATE sub_runs SET ${SET_FIGURES} WHERE id = ?`, ...figureValues(...saved), id);
    },

    /** Stores what waits for people: proposals and a question. */
    saveWaiting(id: string, pending: readonly WaitingProposal[], question: Question | null): void {
      sql.rows(
        "UPDATE sub_runs SET pending = ?, question = ? WHERE id = ?",
        JSON.stringify(pending),
        question === null ? null : JSON.stringify(question),
        id,
      );
    },

    /** Ends a sub-run. Only the first end is stored. */
    end(id: string, end: RunEnd, nowIso: string): void {
      sql.rows(
        `UPDATE sub_runs SET status = ?, stop_reason = ?, error_code = ?, error_message = ?, output = ?, finished_at = ?,
           open_reserve_micro_usd = 0 WHERE id = ? AND finished_at IS NULL`,
        end.reason === "failed" ? "failed" : "finished",
        ...endValues(end),
        nowIso,
        id,
      );
    },
  };
}

export type SubRunStore = ReturnType<typeof subRunStore>;

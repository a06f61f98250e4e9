/** All SQL of a conversation's messages. Synchronous, so that everything between two awaits commits together. */
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import type { StandsOn } from "../citations/index.ts";
import type { LogMessage, NewMessage } from "./types.ts";

/** How a part begins that holds what others wrote, in a person's message. In any string of theirs the quotes would be escaped. */
const ENCLOSURE = '{"type":"enclosure"';

interface MessageSqlRow {
  seq: number;
  id: string;
  kind: string;
  role: string;
  parts: string;
  author: string;
  created_at: string;
  turn_id: string;
  queued: number;
  context: string | null;
  model_stop: string | null;
  fallback: string | null;
  stands_on: string | null;
}

function messageOfRow(row: MessageSqlRow): LogMessage {
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind as LogMessage["kind"],
    role: row.role as LogMessage["role"],
    parts: JSON.parse(row.parts) as LogMessage["parts"],
    author: JSON.parse(row.author) as LogMessage["author"],
    createdAt: row.created_at,
    runId: row.turn_id,
    queued: row.queued === 1,
    context: row.context,
    modelStop: row.model_stop as LogMessage["modelStop"],
    fallback: row.fallback === null ? null : (JSON.parse(row.fallback) as LogMessage["fallback"]),
    standsOn: row.stands_on === null ? null : standsOnOf(row.stands_on),
  };
}

/** What was kept before claims were judged has none. */
function standsOnOf(kept: string): LogMessage["standsOn"] {
  return { unprovenClaims: [], ...(JSON.parse(kept) as Omit<StandsOn, "unprovenClaims">) };
}

/**
 * What committed messages after a place in the log hold from outside. `found`: one is a contact's, encloses what others wrote or holds `note`, which stands before results
 * others wrote. `words`: that is so beyond answers of `recordTools`. `top` is how far was looked.
 */
function outsideTextAfter(
  sql: ObjectSql,
  seq: number,
  note: string,
  recordTools: readonly string[],
): { found: boolean; words: boolean; top: number } {
  const [row] = sql.rows<{ top: number | null; found: number | null; words: number | null }>(
    `SELECT max(seq) AS top,
                max(json_extract(author, '$.kind') = 'contact' OR (kind = 'inbound' AND instr(parts, ?4) > 0) OR (kind = 'results' AND instr(parts, ?1) > 0)) AS found,
                max(json_extract(author, '$.kind') = 'contact' OR (kind = 'inbound' AND instr(parts, ?4) > 0) OR (kind = 'results' AND instr(parts, ?1) > 0 AND EXISTS (
                  SELECT 1 FROM tool_calls WHERE reply_id = replace(messages.id, '.results', '') AND instr(answer, ?1) > 0
                    AND name NOT IN (SELECT value FROM json_each(?3))))) AS words
         FROM messages WHERE seq > ?2 AND queued = 0`,
    note,
    seq,
    JSON.stringify(recordTools),
    ENCLOSURE,
  );
  return { found: row?.found === 1, words: row?.words === 1, top: row?.top ?? seq };
}

/** The place behind everything that was said. */
const NEXT_SEQ = "(SELECT coalesce(max(seq), 0) + 1 FROM messages)";

/** Inserts a message at the end of the log; false where its id is there already. */
function insertMessage(sql: ObjectSql, message: NewMessage): boolean {
  const { modelStop = null, fallback = null, standsOn = null } = message;
  const inserted = sql.rows(
    `INSERT INTO messages (seq, id, kind, role, parts, author, created_at, turn_id, queued, model_stop, fallback, stands_on)
     VALUES (${NEXT_SEQ}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING seq`,
    message.id,
    message.kind,
    message.role,
    JSON.stringify(message.parts),
    JSON.stringify(message.author),
    message.createdAt,
    message.runId,
    message.queued ? 1 : 0,
    modelStop,
    fallback === null ? null : JSON.stringify(fallback),
    standsOn === null ? null : JSON.stringify(standsOn),
  );
  return inserted.length === 1;
}

const SET_CONTEXT = "UPDATE messages SET context = ?1 WHERE id = ?2 AND (context IS NULL OR ?1 IS NULL)";

const LAST_OF_TEAM =
  "WHERE kind = 'inbound' AND queued = 0 AND json_extract(author, '$.kind') = 'user' ORDER BY seq DESC LIMIT 1";

/** Opens the messages of a conversation. */
export function messagesStore(sql: ObjectSql) {
  const select = (rest: string, ...bindings: readonly (string | number | null)[]): LogMessage[] =>
    sql.rows<MessageSqlRow>(`SELECT * FROM messages ${rest}`, ...bindings).map(messageOfRow);

  return {
    /** Inserts a message at the end of the log; false where its id is there already. */
    insert: (message: NewMessage): boolean => insertMessage(sql, message),

    /** Takes a queued message into the history: it moves behind everything said while it waited. */
    commitQueued(id: string): void {
      sql.rows(`UPDATE messages SET seq = ${NEXT_SEQ}, queued = 0 WHERE id = ? AND queued = 1`, id);
    },

    /** Stores the `<context>` tail of a message, once: bytes the model has answered never change. Null takes one back that got no answer. */
    setContext: (id: string, context: string | null): unknown => sql.rows(SET_CONTEXT, context, id),

    /** A message by its id. */
    find: (id: string): LogMessage | null => select("WHERE id = ?", id)[0] ?? null,

    /** The newest committed message. */
    lastCommitted: (): LogMessage | null => select("WHERE queued = 0 ORDER BY seq DESC LIMIT 1")[0] ?? null,

    /** The first committed message of a run. */
    firstOf: (runId: string): LogMessage | null =>
      select("WHERE turn_id = ? AND queued = 0 ORDER BY seq LIMIT 1", runId)[0] ?? null,

    /** What was said to the agent in a turn, waiting or committed. */
    inboundOf: (runId: string): LogMessage[] =>
      select("WHERE turn_id = ? AND kind = 'inbound' ORDER BY created_at, seq", runId),

    /** What was said in a run, to the agent and by it, in order. */
    saidIn: (runId: string): LogMessage[] =>
      select("WHERE turn_id = ? AND queued = 0 AND kind IN ('inbound', 'reply') ORDER BY seq", runId),

    /** The newest reply of a run. */
    lastReply: (runId: string): LogMessage | null =>
      select("WHERE turn_id = ? AND kind = 'reply' ORDER BY seq DESC LIMIT 1", runId)[0] ?? null,

    /** What a person of the team said last. */
    lastOfTeam: (): LogMessage | null => select(LAST_OF_TEAM)[0] ?? null,

    /** How often a run's output was sent back to be corrected. */
    repairsOf: (runId: string): number =>
      Number(
        sql.rows<{ repairs: number }>(
          "SELECT count(*) AS repairs FROM messages WHERE turn_id = ? AND kind = 'repair'",
          runId,
        )[0]?.repairs ?? 0,
      ),

    /** How many committed messages stand up to a place in the log. */
    countThrough: (seq: number): number =>
      Number(
        sql.rows<{ messages: number }>(
          "SELECT count(*) AS messages FROM messages WHERE seq <= ? AND queued = 0",
          seq,
        )[0]?.messages ?? 0,
      ),

    /** So many committed messages after a place in the log, oldest first. */
    pageAfter: (seq: number, limit: number): LogMessage[] =>
      select("WHERE seq > ? AND queued = 0 ORDER BY seq LIMIT ?", seq, limit),

    /** The last place in the log of what belongs to a run. */
    endOf: (runId: string): number =>
      sql.rows<{ top: number | null }>(
        "SELECT max(seq) AS top FROM messages WHERE turn_id = ? AND queued = 0",
        runId,
      )[0]?.top ?? 0,

    /** Committed messages after a place in the log, oldest first. */
    committedAfter: (seq: number): LogMessage[] => select("WHERE seq > ? AND queued = 0 ORDER BY seq", seq),

    /** Waiting messages in the order they came. */
    queued: (): LogMessage[] => select("WHERE queued = 1 ORDER BY seq"),

    /** The newest messages for people, or those before a message; oldest first. */
    page(before: string | undefined, limit: number): { items: LogMessage[]; hasMore: boolean } {
      const from = before === undefined ? null : (this.find(before)?.seq ?? 0);
      const rows = select(
        "WHERE queued = 0 AND (? IS NULL OR seq < ?) ORDER BY seq DESC LIMIT ?",
        from,
        from,
        limit + 1,
      );
      return { items: rows.slice(0, limit).reverse(), hasMore: rows.length > limit };
    },

    /** Words said last, newest last: messages of people, contacts and the agent. */
    recentSpoken: (limit: number): LogMessage[] =>
      select("WHERE queued = 0 AND kind IN ('inbound', 'reply') ORDER BY seq DESC LIMIT ?", limit).reverse(),

    outsideTextAfter: (seq: number, note: string, recordTools: readonly string[]) =>
      outsideTextAfter(sql, seq, note, recordTools),
  };
}

/** A conversation's messages. */
export type MessagesStore = ReturnType<typeof messagesStore>;

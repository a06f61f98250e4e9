/** All SQL of a conversation's messages. Synchronous, so that everything between two awaits commits together. */
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import type { StandsOn } from "../citations/index.ts";
import type { LogMessage, NewMessage } from "./types.ts";

/** How parts with content of others start in the stored JSON. Inside other strings the quotes would be escaped. */
const ENCLOSURE = '{"type":"enclosure"';
const MEDIA = '{"type":"media"';

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

/** Messages of earlier releases have no claims. */
function standsOnOf(kept: string): LogMessage["standsOn"] {
  return { unprovenClaims: [], ...(JSON.parse(kept) as Omit<StandsOn, "unprovenClaims">) };
}

/** How outside text is found in stored messages. */
interface OutsideMarks {
  readonly note: string;
  readonly namesSay: string;
  /** Tools that return names and facts of contacts, but none of their text. */
  readonly recordTools: readonly string[];
}

/**
 * What committed messages after a position contain from outside. `found`: one is a contact's, encloses
 * other people's text or pictures, or contains `note`, which precedes outside results. `words`: the same, not counting
 * answers of `recordTools` without `namesSay`. `top` is the last position checked.
 */
function outsideTextAfter(
  sql: ObjectSql,
  seq: number,
  { note, namesSay, recordTools }: OutsideMarks,
): { found: boolean; words: boolean; top: number } {
  const [row] = sql.rows<{ top: number | null; found: number | null; words: number | null }>(
    `SELECT max(seq) AS top,
                max(json_extract(author, '$.kind') = 'contact' OR (kind = 'inbound' AND instr(parts, ?4) + instr(parts, ?6) > 0) OR (kind = 'results' AND instr(parts, ?1) > 0)) AS found,
                max(json_extract(author, '$.kind') = 'contact' OR (kind = 'inbound' AND instr(parts, ?4) + instr(parts, ?6) > 0) OR (kind = 'results' AND instr(parts, ?1) > 0 AND EXISTS (
                  SELECT 1 FROM tool_calls WHERE reply_id = replace(messages.id, '.results', '') AND instr(answer, ?1) > 0
                    AND (instr(answer, ?5) > 0 OR name NOT IN (SELECT value FROM json_each(?3)))))) AS words
         FROM messages WHERE seq > ?2 AND queued = 0`,
    note,
    seq,
    JSON.stringify(recordTools),
    ENCLOSURE,
    namesSay,
    MEDIA,
  );
  return { found: row?.found === 1, words: row?.words === 1, top: row?.top ?? seq };
}

/** The position after the last message. */
const NEXT_SEQ = "(SELECT coalesce(max(seq), 0) + 1 FROM messages)";

/** Appends a message; false if its ID exists. */
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

export function messagesStore(sql: ObjectSql) {
  const select = (rest: string, ...bindings: readonly (string | number | null)[]): LogMessage[] =>
    sql.rows<MessageSqlRow>(`SELECT * FROM messages ${rest}`, ...bindings).map(messageOfRow);

  return {
    /** Appends a message; false if its ID exists. */
    insert: (message: NewMessage): boolean => insertMessage(sql, message),

    /** Moves a queued message to the end of the history. */
    commitQueued(id: string): void {
      sql.rows(`UPDATE messages SET seq = ${NEXT_SEQ}, queued = 0 WHERE id = ? AND queued = 1`, id);
    },

    /**
     * Stores the `<context>` tail of a message once, because bytes the model has answered never change. Null
     * removes one that got no answer.
     */
    setContext: (id: string, context: string | null): unknown => sql.rows(SET_CONTEXT, context, id),

    setStandsOn: (id: string, standsOn: StandsOn): unknown =>
      sql.rows("UPDATE messages SET stands_on = ? WHERE id = ?", JSON.stringify(standsOn), id),

    find: (id: string): LogMessage | null => select("WHERE id = ?", id)[0] ?? null,

    lastCommitted: (): LogMessage | null => select("WHERE queued = 0 ORDER BY seq DESC LIMIT 1")[0] ?? null,

    firstOf: (runId: string): LogMessage | null =>
      select("WHERE turn_id = ? AND queued = 0 ORDER BY seq LIMIT 1", runId)[0] ?? null,

    /** Messages to the agent in a turn, queued or committed. */
    inboundOf: (runId: string): LogMessage[] =>
      select("WHERE turn_id = ? AND kind = 'inbound' ORDER BY created_at, seq", runId),

    /** Messages to and from the agent in a run, in order. */
    saidIn: (runId: string): LogMessage[] =>
      select("WHERE turn_id = ? AND queued = 0 AND kind IN ('inbound', 'reply') ORDER BY seq", runId),

    lastReply: (runId: string): LogMessage | null =>
      select("WHERE turn_id = ? AND kind = 'reply' ORDER BY seq DESC LIMIT 1", runId)[0] ?? null,

    /** The last message of a member. */
    lastOfTeam: (): LogMessage | null => select(LAST_OF_TEAM)[0] ?? null,

    /** How often a run's output was sent back for correction. */
    repairsOf: (runId: string): number =>
      Number(
        sql.rows<{ repairs: number }>(
          "SELECT count(*) AS repairs FROM messages WHERE turn_id = ? AND kind = 'repair'",
          runId,
        )[0]?.repairs ?? 0,
      ),

    /** The number of committed messages up to a position. */
    countThrough: (seq: number): number =>
      Number(
        sql.rows<{ messages: number }>(
          "SELECT count(*) AS messages FROM messages WHERE seq <= ? AND queued = 0",
          seq,
        )[0]?.messages ?? 0,
      ),

    /** Up to `limit` committed messages after a position, oldest first. */
    pageAfter: (seq: number, limit: number): LogMessage[] =>
      select("WHERE seq > ? AND queued = 0 ORDER BY seq LIMIT ?", seq, limit),

    /** The last position of a run's messages. */
    endOf: (runId: string): number =>
      sql.rows<{ top: number | null }>(
        "SELECT max(seq) AS top FROM messages WHERE turn_id = ? AND queued = 0",
        runId,
      )[0]?.top ?? 0,

    /** Committed messages after a position, oldest first. */
    committedAfter: (seq: number): LogMessage[] => select("WHERE seq > ? AND queued = 0 ORDER BY seq", seq),

    /** Queued messages in order of arrival. */
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

    /** The newest messages of people, contacts and the agent, newest last. */
    recentSpoken: (limit: number): LogMessage[] =>
      select("WHERE queued = 0 AND kind IN ('inbound', 'reply') ORDER BY seq DESC LIMIT ?", limit).reverse(),

    /** The newest messages of contacts, and of members that enclose other people's text or send pictures. */
    fromOutside: (): LogMessage[] =>
      select(
        "WHERE queued = 0 AND (json_extract(author, '$.kind') = 'contact' OR (kind = 'inbound' AND instr(parts, ?1) + instr(parts, ?2) > 0)) ORDER BY seq DESC LIMIT 40",
        ENCLOSURE,
        MEDIA,
      ),

    outsideTextAfter: (seq: number, marks: OutsideMarks) => outsideTextAfter(sql, seq, marks),
  };
}

export type MessagesStore = ReturnType<typeof messagesStore>;

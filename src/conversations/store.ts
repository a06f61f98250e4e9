/**
 * All SQL of a conversation: its own row, its messages, compactions, approvals on show and the outbox. Synchronous, so that
 * everything between two awaits commits together. `TurnStore` holds the turns and the journal.
 */
import type { Approval } from "../protocol/approval.ts";
import type { ConversationIdentity } from "../protocol/objects.ts";
import type { ObjectSql } from "../db/object-sql.ts";
import type { Compaction, ConversationRow, Epoch, LogMessage, NewMessage } from "./types.ts";

interface ConversationSqlRow {
  identity: string;
  title: string;
  titled: number;
  status: string;
  unread: number;
  preview: string;
  cost_micro_usd: number;
  last_stop: string | null;
  question: string | null;
  created_at: string;
  last_message_at: string;
  deleted_at: string | null;
  version: number;
}

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
}

/** Fields of the conversation's row that change. */
export type ConversationChange = Partial<Omit<ConversationRow, "identity" | "createdAt" | "version">>;

/** What waits to be written to D1 or told to the team. `key` is the turn for `run`, `<what>.<turn>` for `notice`, empty for `directory`. */
export interface OutboxEntry {
  readonly kind: "directory" | "run" | "notice";
  readonly key: string;
  /** Rises when the entry is marked again, so that a flush clears only what it has written. */
  readonly marked: number;
}

const OPEN_APPROVAL: ReadonlySet<string> = new Set(["pending", "approved", "executing", "needs_human"]);

function json<Value>(text: string): Value {
  return JSON.parse(text) as Value;
}

function messageOfRow(row: MessageSqlRow): LogMessage {
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind as LogMessage["kind"],
    role: row.role as LogMessage["role"],
    parts: json(row.parts),
    author: json(row.author),
    createdAt: row.created_at,
    turnId: row.turn_id,
    queued: row.queued === 1,
    context: row.context,
    modelStop: row.model_stop as LogMessage["modelStop"],
  };
}

/** The `epoch` table: a few large values that every turn reads. Read once and then held; never set within a transaction that may be undone. */
function epochSlots(sql: ObjectSql) {
  const held = new Map<string, unknown>();
  return {
    get<Value>(slot: string): Value | null {
      if (!held.has(slot)) {
        const row = sql.rows<{ body: string }>("SELECT body FROM epoch WHERE slot = ?", slot)[0];
        held.set(slot, row === undefined ? null : json(row.body));
      }
      return held.get(slot) as Value | null;
    },
    set(slot: string, value: unknown): void {
      sql.rows(
        "INSERT INTO epoch (slot, body) VALUES (?, ?) ON CONFLICT (slot) DO UPDATE SET body = excluded.body",
        slot,
        JSON.stringify(value),
      );
      held.set(slot, value);
    },
  };
}

/** Opens the conversation's tables. */
export function conversationStore(sql: ObjectSql) {
  const slots = epochSlots(sql);
  const nextSeq = (): number =>
    (sql.rows<{ top: number | null }>("SELECT max(seq) AS top FROM messages")[0]?.top ?? 0) + 1;

  const mark = (kind: OutboxEntry["kind"], key: string): void => {
    sql.rows(
      "INSERT INTO outbox (kind, key, marked) VALUES (?, ?, 1) ON CONFLICT (kind, key) DO UPDATE SET marked = marked + 1",
      kind,
      key,
    );
  };

  return {
    /** The conversation's row, or null before its first use. */
    find(): ConversationRow | null {
      const row = sql.rows<ConversationSqlRow>("SELECT * FROM conversation")[0];
      if (row === undefined) return null;
      return {
        identity: json(row.identity),
        title: row.title,
        titled: row.titled === 1,
        status: row.status as ConversationRow["status"],
        unread: row.unread === 1,
        preview: row.preview,
        costMicroUsd: row.cost_micro_usd,
        lastStop: row.last_stop === null ? null : json(row.last_stop),
        question: row.question === null ? null : json(row.question),
        createdAt: row.created_at,
        lastMessageAt: row.last_message_at,
        deletedAt: row.deleted_at,
        version: row.version,
      };
    },

    /** Writes the row on first use; an existing one stays. The directory learns of it with its first change. */
    create(identity: ConversationIdentity, title: string, nowIso: string): void {
      sql.rows(
        `INSERT INTO conversation (one, identity, title, titled, status, unread, preview, cost_micro_usd, created_at, last_message_at, version)
         VALUES (1, ?, ?, ?, 'idle', 0, '', 0, ?, ?, 1) ON CONFLICT (one) DO NOTHING`,
        JSON.stringify(identity),
        title,
        identity.title === undefined ? 0 : 1,
        nowIso,
        nowIso,
      );
    },

    /** Changes the row, counts the version up and marks the directory for projection. */
    change(change: ConversationChange): void {
      const row = { ...this.get(), ...change };
      sql.rows(
        `UPDATE conversation SET title = ?, titled = ?, status = ?, unread = ?, preview = ?, cost_micro_usd = ?, last_stop = ?,
           question = ?, last_message_at = ?, deleted_at = ?, version = version + 1`,
        row.title,
        row.titled ? 1 : 0,
        row.status,
        row.unread ? 1 : 0,
        row.preview,
        row.costMicroUsd,
        row.lastStop === null || row.lastStop === undefined ? null : JSON.stringify(row.lastStop),
        row.question === null ? null : JSON.stringify(row.question),
        row.lastMessageAt,
        row.deletedAt,
      );
      mark("directory", "");
    },

    /** Replaces who the conversation is with: contact and trigger may become known later. */
    setIdentity(identity: ConversationIdentity): void {
      sql.rows("UPDATE conversation SET identity = ?", JSON.stringify(identity));
    },

    /** The conversation's row; it must exist. */
    get(): ConversationRow {
      const row = this.find();
      if (row === null) throw new Error("the conversation was not opened");
      return row;
    },

    /** Inserts a message at the end of the log; false where its id is there already. */
    insertMessage(message: NewMessage): boolean {
      const inserted = sql.rows(
        `INSERT INTO messages (seq, id, kind, role, parts, author, created_at, turn_id, queued, context, model_stop)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING seq`,
        nextSeq(),
        message.id,
        message.kind,
        message.role,
        JSON.stringify(message.parts),
        JSON.stringify(message.author),
        message.createdAt,
        message.turnId,
        message.queued ? 1 : 0,
        message.context,
        message.modelStop,
      );
      return inserted.length === 1;
    },

    /** Takes a queued message into the history: it moves behind everything said while it waited. */
    commitQueued(id: string): void {
      sql.rows("UPDATE messages SET seq = ?, queued = 0 WHERE id = ? AND queued = 1", nextSeq(), id);
    },

    /** Stores the `<context>` tail of a message, once: bytes already sent to the model never change. */
    setContext(id: string, context: string): void {
      sql.rows("UPDATE messages SET context = ? WHERE id = ? AND context IS NULL", context, id);
    },

    /** A message by its id. */
    findMessage(id: string): LogMessage | null {
      const row = sql.rows<MessageSqlRow>("SELECT * FROM messages WHERE id = ?", id)[0];
      return row === undefined ? null : messageOfRow(row);
    },

    /** The newest committed message. */
    lastCommitted(): LogMessage | null {
      const row = sql.rows<MessageSqlRow>(
        "SELECT * FROM messages WHERE queued = 0 ORDER BY seq DESC LIMIT 1",
      )[0];
      return row === undefined ? null : messageOfRow(row);
    },

    /** The first committed message of a turn. */
    firstOf(turnId: string): LogMessage | null {
      const row = sql.rows<MessageSqlRow>(
        "SELECT * FROM messages WHERE turn_id = ? AND queued = 0 ORDER BY seq LIMIT 1",
        turnId,
      )[0];
      return row === undefined ? null : messageOfRow(row);
    },

    /** What was said to the agent in a turn, waiting or committed. */
    inboundOf(turnId: string): LogMessage[] {
      return sql
        .rows<MessageSqlRow>(
          "SELECT * FROM messages WHERE turn_id = ? AND kind = 'inbound' ORDER BY created_at, seq",
          turnId,
        )
        .map(messageOfRow);
    },

    /** The newest reply of a turn. */
    lastReply(turnId: string): LogMessage | null {
      const row = sql.rows<MessageSqlRow>(
        "SELECT * FROM messages WHERE turn_id = ? AND kind = 'reply' ORDER BY seq DESC LIMIT 1",
        turnId,
      )[0];
      return row === undefined ? null : messageOfRow(row);
    },

    /** How many committed messages stand up to a place in the log. */
    countThrough(seq: number): number {
      const [row] = sql.rows<{ messages: number }>(
        "SELECT count(*) AS messages FROM messages WHERE seq <= ? AND queued = 0",
        seq,
      );
      return Number(row?.messages ?? 0);
    },

    /** Committed messages after a place in the log, oldest first. */
    committedAfter(seq: number): LogMessage[] {
      return sql
        .rows<MessageSqlRow>("SELECT * FROM messages WHERE seq > ? AND queued = 0 ORDER BY seq", seq)
        .map(messageOfRow);
    },

    /** Waiting messages in the order they came. */
    queued(): LogMessage[] {
      return sql
        .rows<MessageSqlRow>("SELECT * FROM messages WHERE queued = 1 ORDER BY seq")
        .map(messageOfRow);
    },

    /** The newest messages for people, or those before a message; oldest first. */
    page(before: string | undefined, limit: number): { items: LogMessage[]; hasMore: boolean } {
      const from = before === undefined ? null : (this.findMessage(before)?.seq ?? 0);
      const rows = sql.rows<MessageSqlRow>(
        "SELECT * FROM messages WHERE queued = 0 AND (? IS NULL OR seq < ?) ORDER BY seq DESC LIMIT ?",
        from,
        from,
        limit + 1,
      );
      const items = rows.slice(0, limit).reverse().map(messageOfRow);
      return { items, hasMore: rows.length > limit };
    },

    /** Words said last, newest last: messages of people, contacts and the agent. */
    recentSpoken(limit: number): LogMessage[] {
      return sql
        .rows<MessageSqlRow>(
          "SELECT * FROM messages WHERE queued = 0 AND kind IN ('inbound', 'reply') ORDER BY seq DESC LIMIT ?",
          limit,
        )
        .reverse()
        .map(messageOfRow);
    },

    /**
     * Whether a committed message after a place in the log is a contact's or holds `note`, which stands before results others wrote; `top` is
     * how far was looked.
     */
    outsideTextAfter(seq: number, note: string): { found: boolean; top: number } {
      const [row] = sql.rows<{ top: number | null; found: number | null }>(
        `SELECT max(seq) AS top, max(json_extract(author, '$.kind') = 'contact' OR (kind = 'results' AND instr(parts, ?) > 0)) AS found
         FROM messages WHERE seq > ? AND queued = 0`,
        note,
        seq,
      );
      return { found: row?.found === 1, top: row?.top ?? seq };
    },

    /** The compaction in force. */
    compaction(): Compaction | null {
      const row = sql.rows<{ through_seq: number; summary: string; created_at: string }>(
        "SELECT * FROM compactions ORDER BY through_seq DESC LIMIT 1",
      )[0];
      return row === undefined
        ? null
        : { throughSeq: row.through_seq, summary: row.summary, createdAt: row.created_at };
    },

    addCompaction(compaction: Compaction): void {
      sql.rows(
        "INSERT INTO compactions (through_seq, summary, created_at) VALUES (?, ?, ?) ON CONFLICT (through_seq) DO NOTHING",
        compaction.throughSeq,
        compaction.summary,
        compaction.createdAt,
      );
    },

    /** The prompt's tenant block in force, or the newer one that waits for a cold cache. */
    epoch(slot: "current" | "next"): Epoch | null {
      return slots.get<Epoch>(slot);
    },

    setEpoch(slot: "current" | "next", epoch: Epoch): void {
      slots.set(slot, epoch);
    },

    /** The stable prefix last sent to the model, and the end of the log when it last changed. */
    prefix(): { text: string; changedAtSeq: number } | null {
      return slots.get("prefix");
    },

    setPrefix(prefix: { text: string; changedAtSeq: number }): void {
      slots.set("prefix", prefix);
    },

    /** Keeps an approval's newest view; an older version than the kept one is refused. */
    showApproval(approval: Approval): boolean {
      const written = sql.rows(
        `INSERT INTO approvals (id, open, version, view) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET open = excluded.open, version = excluded.version, view = excluded.view
         WHERE excluded.version > approvals.version RETURNING id`,
        approval.id,
        OPEN_APPROVAL.has(approval.status) ? 1 : 0,
        approval.version,
        JSON.stringify(approval),
      );
      return written.length === 1;
    },

    /** Approvals that still wait for somebody or something. */
    openApprovals(): Approval[] {
      return sql
        .rows<{ view: string }>("SELECT view FROM approvals WHERE open = 1 ORDER BY id LIMIT 200")
        .map((row) => json<Approval>(row.view));
    },

    mark,

    outbox(): OutboxEntry[] {
      return sql.rows<{ kind: OutboxEntry["kind"]; key: string; marked: number }>(
        "SELECT kind, key, marked FROM outbox ORDER BY kind, key LIMIT 20",
      );
    },

    /** Forgets entries that were written, unless they were marked again meanwhile. */
    clearOutbox(entries: readonly OutboxEntry[]): void {
      for (const entry of entries) {
        sql.rows(
          "DELETE FROM outbox WHERE kind = ? AND key = ? AND marked = ?",
          entry.kind,
          entry.key,
          entry.marked,
        );
      }
    },

    transaction: <Result>(work: () => Result): Result => sql.transaction(work),
  };
}

/** The conversation's tables. */
export type ConversationStore = ReturnType<typeof conversationStore>;

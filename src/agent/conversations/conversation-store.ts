/**
 * All SQL of a conversation's own row, the approvals it shows and its outbox. Synchronous, so that
 * everything between two awaits commits together.
 */
import type { Approval } from "../../approvals/api/approval.ts";
import type { ConversationIdentity } from "../api/objects.ts";
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import type { ConversationRow } from "./types.ts";

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
  still_asked: string;
  answered: string | null;
  created_at: string;
  last_message_at: string;
  deleted_at: string | null;
  closed: string | null;
  reader: string | null;
  asked: number;
  transcript_seq: number;
  transcript_bytes: number;
  version: number;
}

export type ConversationChange = Partial<
  Omit<ConversationRow, "identity" | "createdAt" | "version" | "reader" | "transcriptSeq" | "transcriptBytes">
>;

/**
 * A pending write to D1 or notice to the team. `key` is the turn for `run`, `<what>.<turn>` for `notice`,
 * empty for `directory`, and empty or `WHOLE` for `transcript`.
 */
export interface OutboxEntry {
  readonly kind: "directory" | "run" | "notice" | "transcript";
  readonly key: string;
  /** Incremented when the entry is marked again, so that a flush clears only what it wrote. */
  readonly marked: number;
}

const OPEN_APPROVAL: ReadonlySet<string> = new Set(["pending", "approved", "executing", "needs_human"]);

function json<Value>(text: string): Value {
  return JSON.parse(text) as Value;
}

function conversationOfRow(row: ConversationSqlRow): ConversationRow {
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
    stillAsked: json(row.still_asked),
    answered: row.answered === null ? null : json(row.answered),
    createdAt: row.created_at,
    lastMessageAt: row.last_message_at,
    deletedAt: row.deleted_at,
    closed: row.closed === null ? null : json(row.closed),
    reader: row.reader,
    asked: row.asked,
    transcriptSeq: row.transcript_seq,
    transcriptBytes: row.transcript_bytes,
    version: row.version,
  };
}

function outboxStore(sql: ObjectSql) {
  return {
    mark(kind: OutboxEntry["kind"], key: string): void {
      sql.rows(
        "INSERT INTO outbox (kind, key, marked) VALUES (?, ?, 1) ON CONFLICT (kind, key) DO UPDATE SET marked = marked + 1",
        kind,
        key,
      );
    },

    outbox(): OutboxEntry[] {
      return sql.rows<{ kind: OutboxEntry["kind"]; key: string; marked: number }>(
        "SELECT kind, key, marked FROM outbox ORDER BY kind, key LIMIT 20",
      );
    },

    /** Records up to where the transcript's files reach, and their size. */
    noteTranscript(seq: number, bytes: number): void {
      sql.rows("UPDATE conversation SET transcript_seq = ?, transcript_bytes = ?", seq, bytes);
    },

    /** Deletes written entries, unless they were marked again meanwhile. */
    clearOutbox(entries: readonly OutboxEntry[]): void {
      sql.rows(
        `DELETE FROM outbox WHERE (kind, key, marked) IN
           (SELECT value ->> 'kind', value ->> 'key', value ->> 'marked' FROM json_each(?))`,
        JSON.stringify(entries),
      );
    },
  };
}

export function conversationStore(sql: ObjectSql) {
  const outbox = outboxStore(sql);
  return {
    ...outbox,

    /** Null before the conversation's first use. */
    find(): ConversationRow | null {
      const row = sql.rows<ConversationSqlRow>("SELECT * FROM conversation")[0];
      return row === undefined ? null : conversationOfRow(row);
    },

    /** Writes the row on first use; an existing one stays unchanged. Doesn't mark the directory. */
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

    /** Changes the row, increments the version and marks the directory. */
    change(change: ConversationChange): void {
      const row = { ...this.get(), ...change };
      sql.rows(
        `UPDATE conversation SET title = ?, titled = ?, status = ?, unread = ?, preview = ?, cost_micro_usd = ?, last_stop = ?,
           question = ?, still_asked = ?, answered = ?, last_message_at = ?, deleted_at = ?, closed = ?, asked = ?, version = version + 1`,
        row.title,
        row.titled ? 1 : 0,
        row.status,
        row.unread ? 1 : 0,
        row.preview,
        row.costMicroUsd,
        row.lastStop === null || row.lastStop === undefined ? null : JSON.stringify(row.lastStop),
        row.question === null ? null : JSON.stringify(row.question),
        JSON.stringify(row.stillAsked),
        row.answered === null ? null : JSON.stringify(row.answered),
        row.lastMessageAt,
        row.deletedAt,
        row.closed === null ? null : JSON.stringify(row.closed),
        row.asked,
      );
      outbox.mark("directory", "");
    },

    /** Sets who may read the conversation. */
    setReader(reader: string | null): void {
      sql.rows("UPDATE conversation SET reader = ?", reader);
    },

    /** Replaces the identity; contact and trigger may become known later. */
    setIdentity(identity: ConversationIdentity): void {
      sql.rows("UPDATE conversation SET identity = ?", JSON.stringify(identity));
    },

    /** The conversation's row, which must exist. */
    get(): ConversationRow {
      const row = this.find();
      if (row === null) throw new Error("the conversation was not opened");
      return row;
    },

    /** Stores an approval's newest view; false for an older version. */
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

    /** Marks an approval as settled. */
    closeApproval(id: string): void {
      sql.rows("UPDATE approvals SET open = 0 WHERE id = ?", id);
    },

    /** The newest view of an approval; null if none was shown. */
    approval(id: string): Approval | null {
      const [row] = sql.rows<{ view: string }>("SELECT view FROM approvals WHERE id = ?", id);
      return row === undefined ? null : json<Approval>(row.view);
    },

    /** Approvals that are not settled. */
    openApprovals(): Approval[] {
      return sql
        .rows<{ view: string }>("SELECT view FROM approvals WHERE open = 1 ORDER BY id LIMIT 200")
        .map((row) => json<Approval>(row.view));
    },

    transaction: <Result>(work: () => Result): Result => sql.transaction(work),
  };
}

export type ConversationStore = ReturnType<typeof conversationStore>;

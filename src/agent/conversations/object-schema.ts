/**
 * The tables of a conversation's object, as ordered, forward-only migrations. A released entry is never
 * edited, because an object may have applied it long ago. A new column or table is a new entry at the end,
 * and the previous release must be able to read the result.
 */
import { tablesOfSteps } from "../../platform/db/object-rows.ts";
import { migrateObject, type ObjectSql } from "../../platform/db/object-sql.ts";

const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE conversation (
       one INTEGER PRIMARY KEY CHECK (one = 1),
       identity TEXT NOT NULL, title TEXT NOT NULL, titled INTEGER NOT NULL,
       status TEXT NOT NULL, unread INTEGER NOT NULL, preview TEXT NOT NULL, cost_micro_usd INTEGER NOT NULL,
       last_stop TEXT, question TEXT, created_at TEXT NOT NULL, last_message_at TEXT NOT NULL, deleted_at TEXT,
       version INTEGER NOT NULL)`,
    `CREATE TABLE messages (
       seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, role TEXT NOT NULL, parts TEXT NOT NULL,
       author TEXT NOT NULL, created_at TEXT NOT NULL, turn_id TEXT NOT NULL, queued INTEGER NOT NULL,
       context TEXT, model_stop TEXT)`,
    `CREATE INDEX messages_turn ON messages (turn_id, seq)`,
    `CREATE INDEX messages_queued ON messages (seq) WHERE queued = 1`,
    `CREATE TABLE turns (
       id TEXT PRIMARY KEY, kind TEXT NOT NULL, status TEXT NOT NULL, speaker TEXT NOT NULL,
       attempt INTEGER NOT NULL, stalls INTEGER NOT NULL, progress INTEGER NOT NULL, stop_requested_by TEXT,
       not_before INTEGER NOT NULL, model TEXT NOT NULL, model_calls INTEGER NOT NULL, tool_calls INTEGER NOT NULL,
       usage TEXT NOT NULL, cost_micro_usd INTEGER NOT NULL, open_reserve_micro_usd INTEGER NOT NULL,
       stop_reason TEXT, error_code TEXT, error_message TEXT,
       queued_at TEXT NOT NULL, started_at TEXT, finished_at TEXT)`,
    `CREATE INDEX turns_open ON turns (status) WHERE status IN ('queued', 'running')`,
    `CREATE TABLE tool_calls (
       reply_id TEXT NOT NULL, id TEXT NOT NULL, turn_id TEXT NOT NULL, position INTEGER NOT NULL,
       name TEXT NOT NULL, input TEXT NOT NULL, started_at TEXT, answer TEXT,
       PRIMARY KEY (reply_id, id)) WITHOUT ROWID`,
    `CREATE INDEX tool_calls_turn ON tool_calls (turn_id)`,
    `CREATE TABLE trace (
       turn_id TEXT NOT NULL, position INTEGER NOT NULL, step TEXT NOT NULL,
       PRIMARY KEY (turn_id, position)) WITHOUT ROWID`,
    `CREATE TABLE approvals (id TEXT PRIMARY KEY, open INTEGER NOT NULL, version INTEGER NOT NULL, view TEXT NOT NULL)`,
    `CREATE TABLE compactions (through_seq INTEGER PRIMARY KEY, summary TEXT NOT NULL, created_at TEXT NOT NULL)`,
    `CREATE TABLE epoch (slot TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID`,
    `CREATE TABLE outbox (kind TEXT NOT NULL, key TEXT NOT NULL, marked INTEGER NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID`,
  ],
  // Since when outside messages have been unread without a notice to a person; null if none are.
  ["ALTER TABLE turns ADD COLUMN unread_since INTEGER"],
  // Indexes that keep a turn's queries fast however many turns there were. SQLite uses a partial index only for its
  // exact term.
  [
    "DROP INDEX turns_open",
    "CREATE INDEX turns_running ON turns (status) WHERE status = 'running'",
    "CREATE INDEX turns_queued ON turns (status) WHERE status = 'queued'",
    "CREATE INDEX turns_ended ON turns (finished_at) WHERE status IN ('finished', 'failed')",
    `CREATE INDEX turns_of_contacts ON turns (started_at)
       WHERE kind = 'message' AND json_extract(speaker, '$.kind') = 'contact'`,
    "CREATE INDEX tool_calls_answered ON tool_calls (name) WHERE answer IS NOT NULL",
    "CREATE INDEX approvals_open ON approvals (id) WHERE open = 1",
  ],
  // The output of an agent with a schema, the model that answered instead of the agent's own, and sub-runs.
  [
    "ALTER TABLE messages ADD COLUMN fallback TEXT",
    "ALTER TABLE turns ADD COLUMN fallbacks INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE turns ADD COLUMN output TEXT",
    `CREATE TABLE sub_runs (
       id TEXT PRIMARY KEY, parent_id TEXT NOT NULL, call_id TEXT NOT NULL, agent TEXT NOT NULL,
       status TEXT NOT NULL, attempt INTEGER NOT NULL, model TEXT NOT NULL, model_calls INTEGER NOT NULL,
       tool_calls INTEGER NOT NULL, usage TEXT NOT NULL, cost_micro_usd INTEGER NOT NULL,
       open_reserve_micro_usd INTEGER NOT NULL, fallbacks INTEGER NOT NULL, pending TEXT NOT NULL, question TEXT,
       stop_reason TEXT, error_code TEXT, error_message TEXT, output TEXT,
       started_at TEXT NOT NULL, finished_at TEXT)`,
    "CREATE INDEX sub_runs_parent ON sub_runs (parent_id)",
    `CREATE TABLE sub_messages (
       seq INTEGER PRIMARY KEY, run_id TEXT NOT NULL, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, role TEXT NOT NULL,
       parts TEXT NOT NULL, created_at TEXT NOT NULL, model_stop TEXT, fallback TEXT)`,
    "CREATE INDEX sub_messages_run ON sub_messages (run_id, seq)",
  ],
  // The sources of an answer, and its quotes that occur in none.
  ["ALTER TABLE messages ADD COLUMN stands_on TEXT"],
  // Closed chats, and up to where the transcript's files reach.
  [
    "ALTER TABLE conversation ADD COLUMN closed TEXT",
    "ALTER TABLE conversation ADD COLUMN asked INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE conversation ADD COLUMN transcript_seq INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE conversation ADD COLUMN transcript_bytes INTEGER NOT NULL DEFAULT 0",
  ],
  // Reopens chats that a limit had closed, and updates the directory.
  [
    `INSERT INTO outbox (kind, key, marked) SELECT 'directory', '', 1 FROM conversation
       WHERE json_extract(closed, '$.why') IN ('turns', 'size', 'idle')
       ON CONFLICT (kind, key) DO UPDATE SET marked = marked + 1`,
    `UPDATE conversation SET closed = NULL, version = version + 1
       WHERE json_extract(closed, '$.why') IN ('turns', 'size', 'idle')`,
  ],
  // Who may read it, as a cache: null for the whole team, empty for no one. D1 is authoritative
  // (src/platform/privacy.ts).
  ["ALTER TABLE conversation ADD COLUMN reader TEXT"],
  // Results of earlier turns as prompts show them since they were shrunk. The originals are kept.
  [
    `CREATE TABLE shrunk_results (
       seq INTEGER NOT NULL, call_id TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (seq, call_id)) WITHOUT ROWID`,
  ],
  // Questions of earlier turns that wait for someone who hasn't written since, and the question that a member answered last.
  [
    "ALTER TABLE conversation ADD COLUMN still_asked TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE conversation ADD COLUMN answered TEXT",
  ],
];

/** Migrates the object's tables in one transaction. Idempotent. */
export function migrate(sql: ObjectSql): void {
  migrateObject(sql, MIGRATIONS);
}

export const CONVERSATION_TABLES: readonly string[] = tablesOfSteps(MIGRATIONS);

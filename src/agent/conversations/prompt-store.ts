/** All SQL of a conversation's prompt except its messages: snapshots, the last prefix, compactions, shrunk results. Synchronous. */
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import type { Compaction, PromptSnapshot } from "./types.ts";

/** The stable prefix last sent, and the end of the log when it last changed. */
interface SentPrefix {
  readonly text: string;
  readonly changedAtSeq: number;
}

/** What prompts show of a result of an earlier turn. */
interface ShrunkResult {
  readonly seq: number;
  readonly callId: string;
  readonly content: string;
}

/**
 * The `epoch` table: a few large values that every turn reads, cached in memory. Never set within a
 * transaction that may roll back.
 */
function slots(sql: ObjectSql) {
  const held = new Map<string, unknown>();
  return {
    get<Value>(slot: string): Value | null {
      if (!held.has(slot)) {
        const row = sql.rows<{ body: string }>("SELECT body FROM epoch WHERE slot = ?", slot)[0];
        held.set(slot, row === undefined ? null : (JSON.parse(row.body) as unknown));
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

export function promptStore(sql: ObjectSql) {
  const large = slots(sql);
  return {
    /** The snapshot in force, or the newer one waiting for a cold cache. */
    snapshot: (slot: "current" | "next"): PromptSnapshot | null => large.get<PromptSnapshot>(slot),
    setSnapshot: (slot: "current" | "next", snapshot: PromptSnapshot): void => large.set(slot, snapshot),

    prefix: (): SentPrefix | null => large.get<SentPrefix>("prefix"),
    setPrefix: (prefix: SentPrefix): void => large.set("prefix", prefix),

    compaction(): Compaction | null {
      const row = sql.rows<{ through_seq: number; summary: string; created_at: string }>(
        "SELECT * FROM compactions ORDER BY through_seq DESC LIMIT 1",
      )[0];
      return row === undefined
        ? null
        : { throughSeq: row.through_seq, summary: row.summary, createdAt: row.created_at };
    },

    /** Shrunk results after a position, by position and call. */
    shrunkAfter: (seq: number): ReadonlyMap<string, string> =>
      new Map(
        sql
          .rows<{ seq: number; call_id: string; content: string }>(
            "SELECT * FROM shrunk_results WHERE seq > ? ORDER BY seq, call_id",
            seq,
          )
          .map((row) => [`${row.seq} ${row.call_id}`, row.content]),
      ),

    addShrunk(results: readonly ShrunkResult[]): void {
      for (const { seq, callId, content } of results)
        sql.rows(
          "INSERT INTO shrunk_results (seq, call_id, content) VALUES (?, ?, ?) ON CONFLICT (seq, call_id) DO NOTHING",
          seq,
          callId,
          content,
        );
    },

    addCompaction(compaction: Compaction): void {
      sql.rows(
        "INSERT INTO compactions (through_seq, summary, created_at) VALUES (?, ?, ?) ON CONFLICT (through_seq) DO NOTHING",
        compaction.throughSeq,
        compaction.summary,
        compaction.createdAt,
      );
    },
  };
}

export type PromptStore = ReturnType<typeof promptStore>;

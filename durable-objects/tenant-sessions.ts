/**
 * Session state for one tenant's sockets. Ended sessions are recorded and never become valid again; live ones are cached for half a
 * minute.
 */
import type { ObjectSql } from "../src/platform/db/object-sql.ts";

const BELIEVED_MS = 30_000;
const MAX_BELIEVED = 5_000;
/** Longer than any session's lifetime. */
const REMEMBERED_MS = 40 * 24 * 3_600_000;

export class TenantSessions {
  readonly #sql: ObjectSql;
  readonly #believedUntilMs = new Map<string, number>();

  constructor(sql: ObjectSql) {
    this.#sql = sql;
  }

  /** Whether a session is valid; undefined if it must be looked up. */
  known(sessionId: string, nowMs: number): boolean | undefined {
    const untilMs = this.#believedUntilMs.get(sessionId);
    if (untilMs !== undefined && nowMs < untilMs) return true;
    return this.isEnded(sessionId) ? false : undefined;
  }

  /** Caches a lookup; a session that ended meanwhile stays ended. */
  found(sessionId: string, alive: boolean, nowMs: number): boolean {
    if (!alive || this.isEnded(sessionId)) return false;
    if (this.#believedUntilMs.size >= MAX_BELIEVED) this.#believedUntilMs.clear();
    this.#believedUntilMs.set(sessionId, nowMs + BELIEVED_MS);
    return true;
  }

  /** Ends a session permanently. Idempotent. */
  end(sessionId: string, nowMs: number): void {
    this.#believedUntilMs.delete(sessionId);
    this.#sql.rows(
      "insert or ignore into ended_sessions (session_id, ended_at_ms) values (?, ?)",
      sessionId,
      nowMs,
    );
    this.#sql.rows("delete from ended_sessions where ended_at_ms < ?", nowMs - REMEMBERED_MS);
    this.#sql.rows("delete from session_sockets where noted_at_ms < ?", nowMs - REMEMBERED_MS);
  }

  isEnded(sessionId: string): boolean {
    return this.#sql.rows("select 1 from ended_sessions where session_id = ?", sessionId).length > 0;
  }

  /** Records that a page of the session watches a conversation. */
  noteSocket(sessionId: string, conversationId: string, nowMs: number): void {
    this.#sql.rows(
      `insert into session_sockets (session_id, conversation_id, noted_at_ms) values (?, ?, ?)
       on conflict do update set noted_at_ms = excluded.noted_at_ms`,
      sessionId,
      conversationId,
      nowMs,
    );
  }

  /** Conversations that may still have sockets of the session. */
  watched(sessionId: string): string[] {
    return this.#sql
      .rows<{ conversation_id: string }>(
        "select conversation_id from session_sockets where session_id = ?",
        sessionId,
      )
      .map((row) => row.conversation_id);
  }

  /** Known sessions with this ID prefix: cached as valid, or watching a conversation. */
  withPrefix(prefix: string): string[] {
    const watching = this.#sql
      .rows<{ session_id: string }>(
        "select distinct session_id from session_sockets where substr(session_id, 1, ?) = ?",
        prefix.length,
        prefix,
      )
      .map((row) => row.session_id);
    const believed = [...this.#believedUntilMs.keys()].filter((sessionId) => sessionId.startsWith(prefix));
    return [...new Set([...watching, ...believed])];
  }

  /** Records that the conversation has closed the session's sockets. */
  forgetSocket(sessionId: string, conversationId: string): void {
    this.#sql.rows(
      "delete from session_sockets where session_id = ? and conversation_id = ?",
      sessionId,
      conversationId,
    );
  }
}

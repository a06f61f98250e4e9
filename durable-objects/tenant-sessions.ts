/**
 * Which sessions may act, for the sockets of one tenant. An ended session is written down and never lives again; a live one is believed for
 * half a minute, then asked for again.
 */
import type { ObjectSql } from "../src/platform/db/object-sql.ts";

const BELIEVED_MS = 30_000;
const MAX_BELIEVED = 5_000;
/** Longer than any session lives. */
const REMEMBERED_MS = 40 * 24 * 3_600_000;

/** The tenant's sessions as its object knows them. */
export class TenantSessions {
  readonly #sql: ObjectSql;
  readonly #believedUntilMs = new Map<string, number>();

  constructor(sql: ObjectSql) {
    this.#sql = sql;
  }

  /** Whether a session may act; undefined where somebody has to look. */
  known(sessionId: string, nowMs: number): boolean | undefined {
    const untilMs = this.#believedUntilMs.get(sessionId);
    if (untilMs !== undefined && nowMs < untilMs) return true;
    return this.isEnded(sessionId) ? false : undefined;
  }

  /** Notes what was found; a session that was ended while one looked stays ended. */
  found(sessionId: string, alive: boolean, nowMs: number): boolean {
    if (!alive || this.isEnded(sessionId)) return false;
    if (this.#believedUntilMs.size >= MAX_BELIEVED) this.#believedUntilMs.clear();
    this.#believedUntilMs.set(sessionId, nowMs + BELIEVED_MS);
    return true;
  }

  /** Ends a session for good. Safe to repeat. */
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

  /** A page of the session watches a conversation. */
  noteSocket(sessionId: string, conversationId: string, nowMs: number): void {
    this.#sql.rows(
      `insert into session_sockets (session_id, conversation_id, noted_at_ms) values (?, ?, ?)
       on conflict do update set noted_at_ms = excluded.noted_at_ms`,
      sessionId,
      conversationId,
      nowMs,
    );
  }

  /** Conversations whose sockets of the session are not known to be closed. */
  watched(sessionId: string): string[] {
    return this.#sql
      .rows<{ conversation_id: string }>(
        "select conversation_id from session_sockets where session_id = ?",
        sessionId,
      )
      .map((row) => row.conversation_id);
  }

  /** Sessions whose id begins so, as far as they are known: believed to live, or watching a conversation. */
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

  /** The conversation has closed the session's sockets. */
  forgetSocket(sessionId: string, conversationId: string): void {
    this.#sql.rows(
      "delete from session_sockets where session_id = ? and conversation_id = ?",
      sessionId,
      conversationId,
    );
  }
}

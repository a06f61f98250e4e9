/**
 * Ends turns that were open when the restored backup was made. Their work may have continued in the
 * original team, so nothing of them is repeated.
 */
import type { ObjectSql } from "../../platform/db/object-sql.ts";

const MESSAGE =
  "This was under way when the backup was made that your team was restored from. Send a message to go on.";

/** Idempotent. */
export function endRestored(sql: ObjectSql, at: string): void {
  sql.transaction(() => {
    for (const table of ["turns", "sub_runs"])
      sql.rows(
        `UPDATE ${table} SET status = 'failed', stop_reason = 'failed', error_code = 'restored', error_message = ?,
           started_at = coalesce(started_at, ?), finished_at = ?, open_reserve_micro_usd = 0 WHERE status IN ('queued', 'running')`,
        MESSAGE,
        at,
        at,
      );
    sql.rows(
      `UPDATE approvals SET view = json_set(view, '$.status',
         CASE json_extract(view, '$.status') WHEN 'pending' THEN 'withdrawn' ELSE 'needs_human' END),
         open = json_extract(view, '$.status') <> 'pending'
       WHERE json_extract(view, '$.status') IN ('pending', 'approved', 'executing') AND open = 1`,
    );
    sql.rows("UPDATE messages SET queued = 0 WHERE queued = 1");
    sql.rows(
      "UPDATE conversation SET status = CASE status WHEN 'running' THEN 'failed' ELSE 'idle' END WHERE status IN ('running', 'waiting_approval')",
    );
  });
}

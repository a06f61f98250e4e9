/**
 * What a restored team must not resume automatically. A backup is a snapshot: what was pending may have been
 * done since, by the original team's agents or by a person. So whatever would act is paused until a person
 * resumes it, and nothing is sent twice.
 */
import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";
import { spokenTime } from "../../kernel/local-time.ts";
import type { Paused } from "../api/team-copies.ts";

/** The decider recorded for paused items. */
const RESTORED = "restore";

/** Time of the restore, and of its backup. */
interface Rest {
  readonly team: string;
  readonly at: string;
  readonly madeAt: string;
  readonly agents: readonly string[];
}

type Run = (sql: string, ...values: (string | number)[]) => D1PreparedStatement;

/** Pauses a team in one step. Idempotent. */
export async function pause(d1: D1Database, rest: Rest): Promise<Paused> {
  const run: Run = (sql, ...values) => d1.prepare(sql).bind(...values);
  const statements = { ...ofApprovals(run, rest), ...ofWork(run, rest), ...ofPeople(run, rest) };
  const names = Object.keys(statements) as (keyof typeof statements)[];
  const done = await d1.batch(names.map((name) => statements[name]));
  const changed = (name: keyof typeof statements): number => done[names.indexOf(name)]?.meta.changes ?? 0;
  return {
    withdrawn: changed("withdrawn"),
    unsure: changed("unsure"),
    schedules: changed("schedules"),
    unread: changed("unread") + changed("mails"),
    agents: changed("agents") + changed("others"),
    sessions: changed("sessions"),
  };
}

/** Withdraws pending drafts; for approved ones not known to be done, a person must say what happened. */
function ofApprovals(run: Run, { team, at, madeAt }: Rest) {
  const why = `Restored from the backup of ${spokenTime(madeAt, "UTC")} UTC: it may have been done since.`;
  return {
    withdrawn: run(
      `update approvals set status = 'withdrawn', delivered_status = 'withdrawn', reason = ?, decided_by_id = ?, decided_by_name = 'Restore',
         decided_at = ?, due_at = null, updated_at = ?, version = version + 1 where tenant_id = ? and status = 'pending'`,
      why,
      RESTORED,
      at,
      at,
      team,
    ),
    ledger: run(
      `update effects set status = 'needs_human', problem = ?, deadline_at = null, updated_at = ? where tenant_id = ? and id in (
         select (select id from effects open where open.approval_id = approvals.id and open.status in ('claimed', 'planned')
           order by open.status, open.effect_index limit 1) from approvals where tenant_id = ? and status in ('approved', 'executing'))`,
      why,
      at,
      team,
      team,
    ),
    unsure: run(
      `update approvals set status = 'needs_human', delivered_status = 'needs_human', due_at = null, updated_at = ?, version = version + 1
       where tenant_id = ? and status in ('approved', 'executing')`,
      at,
      team,
    ),
    // Other due work of approvals, such as notifying their conversation.
    told: run(
      "update approvals set due_at = null, delivered_status = status where tenant_id = ? and due_at is not null",
      team,
    ),
  };
}

/** Due, ringing or running work. */
function ofWork(run: Run, { team, at }: Rest) {
  return {
    schedules: run(
      `update schedules set status = 'paused', next_at = null, due_at = null, slot_at = null, claim_id = null, attempts = 0
       where tenant_id = ? and kind = 'agent' and status = 'active'`,
      team,
    ),
    unread: run(
      "update texts set state = 'recorded', reason = 'restored' where tenant_id = ? and state = 'received'",
      team,
    ),
    mails: run(
      "update mails set state = 'recorded', reason = 'restored' where tenant_id = ? and state = 'received'",
      team,
    ),
    urgency: run("delete from urgency_checks where tenant_id = ?", team),
    rings: run(
      `update notifications set due_at = null, held_until = null, others_at = null, ringing = 0
       where tenant_id = ? and (due_at is not null or ringing = 1)`,
      team,
    ),
    runs: run(
      `update runs set status = 'failed', stop_reason = 'failed', error_code = 'restored', finished_at = ?
       where tenant_id = ? and status = 'running'`,
      at,
      team,
    ),
    conversations: run(
      `update conversations set status = case status when 'running' then 'failed' else 'idle' end
       where tenant_id = ? and status in ('running', 'waiting_approval')`,
      team,
    ),
  };
}

/** Whoever acts: agents, the mirror, signed-in people. */
function ofPeople(run: Run, { team, at, madeAt, agents }: Rest) {
  return {
    agents: run(
      "update agent_configs set enabled = 0, version = version + 1 where tenant_id = ? and enabled = 1",
      team,
    ),
    // An agent without a row uses its definition.
    others: run(
      `insert or ignore into agent_configs (tenant_id, agent, rules, enabled, version, updated_by, updated_by_name, updated_at)
       select ?, value, '[]', 0, 1, ?, 'Restore', ? from json_each(?)`,
      team,
      RESTORED,
      at,
      JSON.stringify(agents),
    ),
    mirrors: run("update mirrors set enabled = 0 where tenant_id = ?", team),
    // Grants revoked since must not become valid again.
    grants: run("update mcp_grants set revoked_at = ? where tenant_id = ? and revoked_at is null", at, team),
    sessions: run("update sessions set revoked_at = ? where tenant_id = ? and revoked_at is null", at, team),
    tokens: run("update approval_tokens set spent_at = ? where tenant_id = ? and spent_at is null", at, team),
    invites: run(
      "update invites set revoked_at = ? where tenant_id = ? and used_at is null and revoked_at is null",
      at,
      team,
    ),
    audit: run(
      `insert or ignore into audit (id, tenant_id, at, actor_kind, actor_id, actor_name, action, area, subject_kind, subject_id, sentence)
       values (?, ?, ?, 'system', ?, 'Restore', 'tenant.restored', 'tenant', 'tenant', ?, ?)`,
      `restore:${team}:${at}`,
      team,
      at,
      RESTORED,
      team,
      `The team was restored from the backup of ${spokenTime(madeAt, "UTC")} UTC; its agents and schedules are off until an admin turns them on`,
    ),
  };
}

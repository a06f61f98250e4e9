/** The audit log: one row per decision and effect, written in the same batch and never changed. */
import { and, desc, eq, gte, lt, notInArray, or, sql, type SQL } from "drizzle-orm";
import { audit, type Statement, type TenantDb, type TenantTable } from "../db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { AuditChange } from "../api/audit-change.ts";

export { changesBetween } from "./changes.ts";

export interface Actor {
  readonly kind: "user" | "system" | "agent";
  readonly id: string;
  readonly name: string;
}

export function userActor({ id, name }: { readonly id: string; readonly name: string }) {
  return { kind: "user" as const, id, name };
}

/** The end of a sentence about what an approved effect did. The entry's actor is who approved it. */
export function approvedIn({ approver }: { readonly approver?: Actor | undefined }): string {
  return approver === undefined ? "" : `, approved by ${approver.name}`;
}

/** The actor of background work. */
export const STEWARD: Actor = { kind: "system", id: "system:steward", name: "Steward" };

/** One audited fact. `sentence` is a complete line, without message text or secrets. */
export interface AuditEntry {
  /** Derived from the fact, so that a repeat writes the same row. */
  readonly id: string;
  readonly actor: Actor;
  /** Such as `approval.approved`, `effect.done`, `policy.changed`, `session.created`. */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly sentence: string;
  /** Old and new values of settings, from `changesBetween`. */
  readonly changes?: readonly AuditChange[];
}

function rowOf(entry: AuditEntry, nowMs: number) {
  return {
    id: entry.id,
    at: isoTime(nowMs),
    actorKind: entry.actor.kind,
    actorId: entry.actor.id,
    actorName: entry.actor.name,
    action: entry.action,
    area: areaOf(entry.action),
    subjectKind: entry.subject.kind,
    subjectId: entry.subject.id,
    sentence: entry.sentence,
    changes: entry.changes === undefined || entry.changes.length === 0 ? null : entry.changes,
  };
}

function areaOf(action: string): string {
  return action.slice(0, Math.max(action.indexOf("."), 0));
}

/** A statement that writes an entry; repeats are ignored. */
export function auditStatement(db: TenantDb, entry: AuditEntry, nowMs: number): Statement {
  return db.insert(audit, rowOf(entry, nowMs)).onConflictDoNothing();
}

/** A statement that writes an entry only if a row of `guard` matches, for the batch of a compare-and-set. */
export function auditIf(
  db: TenantDb,
  entry: AuditEntry,
  nowMs: number,
  guard: TenantTable,
  condition: SQL,
): Statement {
  return db.insertIf(audit, rowOf(entry, nowMs), guard, condition);
}

/** `before` is the sort key of the last entry of the previous page; entries of one batch share their time. */
interface AuditQuery {
  readonly before?: { readonly at: string; readonly id: string } | undefined;
  readonly actor?: string | undefined;
  /** The part of the action before its dot. */
  readonly area?: string | undefined;
  readonly from?: string | undefined;
  readonly limit: number;
}

/** Areas of what stands elsewhere: outside acts, and what Steward was kept from. */
const NOT_CHANGES = ["approval", "effect", "house_rule", "tool", "notification", "session", "run"];

/** What agents and Steward changed of the team's own records without a person, newest first. */
export async function listOwnChanges(
  db: TenantDb,
  { from, area, limit }: { readonly from: string; readonly area?: string; readonly limit: number },
) {
  const which = area === undefined ? notInArray(audit.area, NOT_CHANGES) : eq(audit.area, area);
  const own = and(gte(audit.at, from), sql`${audit.actorKind} <> 'user'`, which);
  return db.rows(audit, own).orderBy(desc(audit.at), desc(audit.id)).limit(limit);
}

/** Newest first. */
export async function listAudit(db: TenantDb, { before, actor, area, from, limit }: AuditQuery) {
  const where = and(
    before === undefined
      ? undefined
      : or(lt(audit.at, before.at), and(eq(audit.at, before.at), lt(audit.id, before.id))),
    actor === undefined ? undefined : eq(audit.actorId, actor),
    area === undefined ? undefined : eq(audit.area, area),
    from === undefined ? undefined : gte(audit.at, from),
  );
  return db.rows(audit, where).orderBy(desc(audit.at), desc(audit.id)).limit(limit);
}

/**
 * The few questions that must be asked before a tenant is known: who does this secret, address, domain or connection belong to, and which
 * tenants have something due. Each answers with a tenant id; everything after goes through `dbFor`.
 */
import type { D1Database } from "@cloudflare/workers-types";
import { and, eq, getTableColumns, isNull, sql, type SQL } from "drizzle-orm";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  approvalTokens,
  clockJobs,
  connections,
  conversations,
  invites,
  mailBacklog,
  sessions,
  tenantDomains,
  tenants,
  users,
  workLeases,
} from "./tables/index.ts";

/** Opens the questions. */
export function systemDb(d1: D1Database) {
  const orm = drizzle(d1);
  return {
    ...ofPeople(orm),
    ...ofIds(orm),
    ...ofClock(orm),
    ...ofFailures(orm),

    /** Whether the database answers. */
    async isReachable(): Promise<boolean> {
      try {
        await orm.run(sql`select 1`);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Who a secret, an address or a domain belongs to. */
function ofPeople(orm: DrizzleD1Database) {
  return {
    /** A live session by the hash of its secret, with its user and tenant; null if revoked, expired or its user removed. */
    async findSession(secretHash: string, nowIso: string) {
      const rows = await orm
        .select({ session: sessions, user: users, tenant: tenants })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .innerJoin(tenants, eq(tenants.id, sessions.tenantId))
        .where(
          and(
            eq(sessions.secretHash, secretHash),
            isNull(sessions.revokedAt),
            isNull(users.removedAt),
            eq(users.tenantId, sessions.tenantId),
            sql`${sessions.expiresAt} > ${nowIso}`,
          ),
        )
        .limit(1);
      return rows[0] ?? null;
    },

    /** A member by verified e-mail address (lower case). */
    async findUser(email: string) {
      const rows = await orm
        .select({ user: users, tenant: tenants })
        .from(users)
        .innerJoin(tenants, eq(tenants.id, users.tenantId))
        .where(and(eq(users.email, email), isNull(users.removedAt)))
        .limit(1);
      return rows[0] ?? null;
    },

    /** The tenant that has claimed and verified a domain. */
    async findTenantByDomain(domain: string) {
      const rows = await orm
        .select({ tenant: tenants })
        .from(tenantDomains)
        .innerJoin(tenants, eq(tenants.id, tenantDomains.tenantId))
        .where(and(eq(tenantDomains.domain, domain), sql`${tenantDomains.verifiedAt} is not null`))
        .limit(1);
      return rows[0]?.tenant ?? null;
    },

    /** An invitation by the hash of its secret, with its tenant. */
    async findInvite(secretHash: string) {
      const rows = await orm
        .select({ invite: invites, tenant: tenants })
        .from(invites)
        .innerJoin(tenants, eq(tenants.id, invites.tenantId))
        .where(eq(invites.secretHash, secretHash))
        .limit(1);
      return rows[0] ?? null;
    },

    /** A tenant by id. */
    async findTenant(tenantId: string) {
      const rows = await orm.select().from(tenants).where(eq(tenants.id, tenantId)).limit(1);
      return rows[0] ?? null;
    },

    /** A notification's single-use token by its hash, with its user and tenant; null if unknown or its user removed. */
    async findApprovalToken(tokenHash: string) {
      const rows = await orm
        .select({ token: approvalTokens, user: users, tenant: tenants })
        .from(approvalTokens)
        .innerJoin(
          users,
          and(eq(users.id, approvalTokens.userId), eq(users.tenantId, approvalTokens.tenantId)),
        )
        .innerJoin(tenants, eq(tenants.id, approvalTokens.tenantId))
        .where(and(eq(approvalTokens.tokenHash, tokenHash), isNull(users.removedAt)))
        .limit(1);
      return rows[0] ?? null;
    },
  };
}

/** Which tenant an id of a conversation or connection belongs to. */
function ofIds(orm: DrizzleD1Database) {
  return {
    /** Whether any tenant's directory holds a conversation with this id. Says yes or no only; asked before a client's id is taken as new. */
    async isConversationIdTaken(conversationId: string): Promise<boolean> {
      const rows = await orm
        .select({ id: conversations.id })
        .from(tenants)
        .innerJoin(
          conversations,
          and(eq(conversations.tenantId, tenants.id), eq(conversations.id, conversationId)),
        )
        .limit(1);
      return rows.length > 0;
    },

    /** The tenant a connection belongs to. */
    async findConnectionTenant(connectionId: string): Promise<string | null> {
      const rows = await orm
        .select({ tenantId: connections.tenantId })
        .from(connections)
        .where(and(eq(connections.id, connectionId), isNull(connections.disabledAt)))
        .limit(1);
      return rows[0]?.tenantId ?? null;
    },

    /** A live connection by its id with the sealed secrets its webhooks are signed with: what an unsigned request may make us read. */
    async findWebhookConnection(connectionId: string) {
      const rows = await orm
        .select({
          tenantId: connections.tenantId,
          vendor: connections.vendor,
          webhookSecrets: connections.webhookSecrets,
        })
        .from(connections)
        .where(and(eq(connections.id, connectionId), isNull(connections.disabledAt)))
        .limit(1);
      return rows[0] ?? null;
    },
  };
}

/** Which tenants have something due, and what the clock notes of its own work. */
function ofClock(orm: DrizzleD1Database) {
  return {
    /**
     * Takes tenants that have due work of a kind and whose lease of it is over, and leases them until `untilIso`. Answers which; those that were
     * taken are not answered again before.
     */
    async leaseTenants(
      kind: string,
      due: { readonly table: SQLiteTable; readonly tenant: SQLiteColumn; readonly where: SQL },
      at: { readonly nowIso: string; readonly untilIso: string; readonly limit: number },
    ): Promise<string[]> {
      const rows = await orm.all<{ tenant_id: string }>(
        sql`insert into ${workLeases} (tenant_id, kind, until) select ${due.tenant}, ${kind}, ${at.untilIso} from ${due.table}
          where ${due.where} and not exists (select 1 from ${workLeases} lease where lease.tenant_id = ${due.tenant} and lease.kind = ${kind} and lease.until > ${at.nowIso})
          group by +${due.tenant} limit ${at.limit}
          on conflict (tenant_id, kind) do update set until = excluded.until, claim_id = null where until <= ${at.nowIso} returning tenant_id`,
      );
      return rows.map(({ tenant_id: tenantId }) => tenantId);
    },

    /** A tenant has the standing jobs of this version. */
    async noteJobs(tenantId: string, jobsVersion: number): Promise<void> {
      await orm.update(tenants).set({ jobsVersion }).where(eq(tenants.id, tenantId));
    },

    /** Notes when the clock handed out kinds of work. */
    async noteClockJobs(
      seen: readonly {
        readonly name: string;
        readonly seenAt: string;
        readonly durationMs: number;
        readonly failed: boolean;
      }[],
    ): Promise<void> {
      if (seen.length === 0) return;
      await orm
        .insert(clockJobs)
        .values(
          seen.map(({ name, seenAt, durationMs, failed }) => ({
            name,
            lastSeenAt: seenAt,
            durationMs,
            failedAt: failed ? seenAt : null,
            failures: failed ? 1 : 0,
          })),
        )
        .onConflictDoUpdate({
          target: clockJobs.name,
          set: {
            lastSeenAt: sql`excluded.last_seen_at`,
            durationMs: sql`excluded.duration_ms`,
            failedAt: sql`excluded.failed_at`,
            failures: sql`case when excluded.failures = 0 then 0 else ${clockJobs.failures} + 1 end`,
          },
        });
    },

    /** When the clock last handed out each kind of work. */
    async listClockJobs() {
      return orm.select().from(clockJobs).limit(100);
    },

    /** Since when the oldest due row of each kind waits, of all tenants: one statement, a row of an index each. */
    async oldestDue(
      kinds: readonly {
        readonly name: string;
        readonly table: SQLiteTable;
        readonly since: SQLiteColumn;
        /** Taken where `since` holds a time no row can have: that of a row that is due whatever the time is. */
        readonly changed?: SQLiteColumn;
        readonly where: SQL;
      }[],
    ): Promise<Record<string, string | null>> {
      const oldest = kinds.map(
        ({ name, table, since, changed, where }) =>
          sql`(select ${changed === undefined ? since : sql`case when ${since} < '1970' then ${changed} else ${since} end`} from ${table} where ${where} order by ${since} limit 1) as ${sql.identifier(name)}`,
      );
      const [row] = await orm.all<Record<string, string | null>>(sql`select ${sql.join(oldest, sql`, `)}`);
      return row ?? {};
    },
  };
}

/** What keeps failing, of all tenants: for the people who run the deployment. Ids and counts, nothing of what it is about. */
function ofFailures(orm: DrizzleD1Database) {
  return {
    /** Work that failed and rests, the next to be tried first. */
    async listFailingWork(limit: number) {
      return orm
        .select({ ...getTableColumns(workLeases), tenantName: tenants.name })
        .from(workLeases)
        .innerJoin(tenants, eq(tenants.id, workLeases.tenantId))
        .where(sql`${workLeases.failures} > 0`)
        .orderBy(workLeases.until)
        .limit(limit);
    },

    /** E-mails that were listed and could not be taken, the longest known first. */
    async listFailingMail(limit: number) {
      return orm
        .select({ ...getTableColumns(mailBacklog), tenantName: tenants.name })
        .from(mailBacklog)
        .innerJoin(tenants, eq(tenants.id, mailBacklog.tenantId))
        .where(sql`${mailBacklog.attempts} > 0`)
        .orderBy(mailBacklog.listedAt)
        .limit(limit);
    },
  };
}

/** The questions. */
export type SystemDb = ReturnType<typeof systemDb>;

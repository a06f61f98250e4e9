/**
 * The few questions that must be asked before a tenant is known: who does this secret, address, domain or connection belong to, and which
 * tenants have something due. Each answers with a tenant id; everything after goes through `dbFor`.
 */
import type { D1Database } from "@cloudflare/workers-types";
import { and, desc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import {
  approvals,
  approvalTokens,
  calls,
  connections,
  conversations,
  clockJobs,
  inboundEvents,
  mails,
  notifications,
  schedules,
  searchOutbox,
  sessions,
  tenantDomains,
  tenants,
  textBackfills,
  texts,
  users,
} from "./tables/index.ts";

/** Opens the questions. */
export function systemDb(d1: D1Database) {
  const orm = drizzle(d1);
  return {
    /** Whether the database answers. */
    async isReachable(): Promise<boolean> {
      try {
        await orm.run(sql`select 1`);
        return true;
      } catch {
        return false;
      }
    },

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

    /** Texts that were not handed on: those tried least first, of these the oldest, so that what cannot be handed on keeps nothing else waiting. */
    async listWaitingTexts(receivedBeforeIso: string, limit: number) {
      return orm
        .select({ tenantId: texts.tenantId, id: texts.id })
        .from(texts)
        .where(and(sql`${texts.state} = 'received'`, lte(texts.receivedAt, receivedBeforeIso)))
        .orderBy(texts.attempts, texts.receivedAt)
        .limit(limit);
    },

    /** Takes the backfills that are due, and leases them until `untilIso`. */
    async leaseDueBackfills(nowIso: string, untilIso: string, limit: number) {
      return orm
        .update(textBackfills)
        .set({ dueAt: untilIso })
        .where(
          sql`${textBackfills}.rowid in (select rowid from ${textBackfills} where due_at <= ${nowIso} order by due_at limit ${limit})`,
        )
        .returning({ tenantId: textBackfills.tenantId, connectionId: textBackfills.connectionId });
    },

    /** The same for calls whose summary is awaited, or that wait to be handed on. */
    async leaseDueCalls(nowIso: string, untilIso: string, limit: number) {
      return orm
        .update(calls)
        .set({ dueAt: untilIso })
        .where(
          sql`${calls}.rowid in (select rowid from ${calls} where due_at <= ${nowIso} order by due_at limit ${limit})`,
        )
        .returning({ tenantId: calls.tenantId, id: calls.id });
    },

    /** Tenants with something still to be indexed. */
    async listUnindexedTenants(limit: number): Promise<string[]> {
      const rows = await orm
        .selectDistinct({ tenantId: searchOutbox.tenantId })
        .from(searchOutbox)
        .limit(limit);
      return rows.map(({ tenantId }) => tenantId);
    },

    /** The same for e-mails. */
    async listWaitingMails(receivedBeforeIso: string, limit: number) {
      return orm
        .select({ tenantId: mails.tenantId, mailbox: mails.mailbox, threadId: mails.threadId, id: mails.id })
        .from(mails)
        .where(and(sql`${mails.state} = 'received'`, lte(mails.receivedAt, receivedBeforeIso)))
        .orderBy(mails.attempts, mails.receivedAt)
        .limit(limit);
    },

    /** Forgets events received before a time, so many at once. */
    async forgetInboundEvents(beforeIso: string, limit: number): Promise<void> {
      await orm.run(
        sql`delete from ${inboundEvents} where rowid in (select rowid from ${inboundEvents} where received_at < ${beforeIso} limit ${limit})`,
      );
    },

    /**
     * Takes the approvals somebody must look at again, the longest due first, and leases them until `untilIso` so that the next run
     * takes others. Whoever handles one sets its true due time; if that fails, the lease is the back-off.
     */
    async leaseDueApprovals(nowIso: string, untilIso: string, limit: number) {
      const due = orm
        .select({ id: approvals.id })
        .from(approvals)
        .where(lte(approvals.dueAt, nowIso))
        .orderBy(approvals.dueAt)
        .limit(limit);
      return orm
        .update(approvals)
        .set({ dueAt: untilIso })
        .where(inArray(approvals.id, due))
        .returning({ tenantId: approvals.tenantId, id: approvals.id });
    },

    /** The same for notifications, urgent ones first: held rings whose hours are over, urgent ones nobody answered. */
    async leaseDueNotifications(nowIso: string, untilIso: string, limit: number) {
      const due = orm
        .select({ id: notifications.id })
        .from(notifications)
        .where(lte(notifications.dueAt, nowIso))
        .orderBy(desc(notifications.urgent), notifications.dueAt)
        .limit(limit);
      return orm
        .update(notifications)
        .set({ dueAt: untilIso })
        .where(inArray(notifications.id, due))
        .returning({ tenantId: notifications.tenantId, id: notifications.id });
    },

    /**
     * The same for schedules: each row taken has its slot under way, unless nobody has worked out yet when it is due. A slot whose lease has
     * ended is handed out again, to whoever claims it first.
     */
    async leaseDueSchedules(nowIso: string, untilIso: string, limit: number) {
      return orm
        .update(schedules)
        .set({
          dueAt: untilIso,
          slotAt: sql`coalesce(${schedules.slotAt}, ${schedules.nextAt})`,
          attempts: sql`${schedules.attempts} + 1`,
          claimId: null,
        })
        .where(
          sql`${schedules}.rowid in (select rowid from ${schedules} where due_at <= ${nowIso} order by due_at limit ${limit})`,
        )
        .returning();
    },

    /** Tenants that have no row for a job of the product yet. */
    async listTenantsWithoutJob(name: string, limit: number, vendor?: string) {
      const without = sql`not exists (select 1 from ${schedules} where ${schedules.tenantId} = ${tenants.id} and kind = 'system' and name = ${name})`;
      const connected = sql`exists (select 1 from ${connections} where ${connections.tenantId} = ${tenants.id} and ${connections.vendor} = ${vendor} and ${connections.disabledAt} is null)`;
      return orm
        .select({ id: tenants.id })
        .from(tenants)
        .where(vendor === undefined ? without : and(without, connected))
        .limit(limit);
    },

    /** Notes that a job of the minute ran. */
    async noteClockJob(name: string, at: { nowIso: string; durationMs: number; failed: boolean }) {
      const seen = { lastSeenAt: at.nowIso, durationMs: at.durationMs };
      const failed = { failedAt: at.nowIso, failures: sql`${clockJobs.failures} + 1` };
      const went = at.failed ? failed : { failedAt: null, failures: 0 };
      await orm
        .insert(clockJobs)
        .values({ name, ...seen, failedAt: at.failed ? at.nowIso : null, failures: at.failed ? 1 : 0 })
        .onConflictDoUpdate({ target: clockJobs.name, set: { ...seen, ...went } });
    },

    /** When the jobs of the minute ran last. */
    async listClockJobs() {
      return orm.select().from(clockJobs).limit(100);
    },
  };
}

/** The questions. */
export type SystemDb = ReturnType<typeof systemDb>;

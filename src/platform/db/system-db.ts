/**
 * Queries across tenants: who a secret, address, domain or connection belongs to, and which tenants have
 * due work. Each runs in every database and considers only teams that live there (with a row in `tenants`).
 * They return tenant IDs; everything else goes through `tenantDb`.
 */
import type { D1Database } from "@cloudflare/workers-types";
import { and, eq, getTableColumns, isNull, or, sql, type SQL } from "drizzle-orm";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { CASING } from "./casing.ts";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { partsOf } from "../../kernel/sub-address.ts";
import { clockJobs, workLeases } from "./tables/clock.ts";
import {
  connections,
  invites,
  sessions,
  tenantDomains,
  tenantHomes,
  tenants,
  users,
} from "./tables/tenancy.ts";

/** Maximum addresses of one person. */
const SAME_PERSON_MAX = 50;

/** The first database has the directory and the clock's records. */
export function systemDb(d1: D1Database, others: readonly D1Database[] = []) {
  const orms = [drizzle(d1, CASING), ...others.map((other) => drizzle(other, CASING))] as const;
  return {
    ...ofPeople(orms),
    ...ofIds(orms),
    ...ofClock(orms),
    ...ofNotes(orms[0]),
    ...ofFailures(orms),

    async isReachable(): Promise<boolean> {
      try {
        await Promise.all(orms.map((orm) => orm.run(sql`select 1`)));
        return true;
      } catch {
        return false;
      }
    },
  };
}

type Orms = readonly [DrizzleD1Database, ...DrizzleD1Database[]];

async function ofAll<Row>(orms: Orms, ask: (orm: DrizzleD1Database) => PromiseLike<Row[]>): Promise<Row[]> {
  const [only, ...others] = orms;
  if (others.length === 0) return ask(only);
  return (await Promise.all(orms.map(async (orm) => ask(orm)))).flat();
}

async function ofAny<Row>(
  orms: Orms,
  ask: (orm: DrizzleD1Database) => PromiseLike<Row[]>,
): Promise<Row | null> {
  return (await ofAll(orms, ask))[0] ?? null;
}

/** Owners of secrets, addresses and domains. */
function ofPeople(orms: Orms) {
  return {
    /**
     * An open session by the hash of its secret, with its user and tenant; null if revoked, expired, or its
     * user removed.
     */
    async findSession(secretHash: string, nowIso: string) {
      return ofAny(orms, (orm) =>
        orm
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
          .limit(1),
      );
    },

    /**
     * Users with a verified e-mail address (lower case) or one of its tagged variants, including removed ones;
     * members first, then exact matches.
     */
    async listPerson(email: string) {
      const [local, domain] = partsOf(email);
      const tagged = and(
        sql`${users.email} > ${`${local}+`} and ${users.email} < ${`${local},`}`,
        sql`substr(${users.email}, ${-domain.length - 1}) = ${`@${domain}`}`,
      );
      const rows = await ofAll(orms, (orm) =>
        orm
          .select({ user: users, tenant: tenants })
          .from(users)
          .innerJoin(tenants, eq(tenants.id, users.tenantId))
          .where(or(eq(users.email, `${local}@${domain}`), tagged))
          .limit(SAME_PERSON_MAX),
      );
      const order = ({ user }: (typeof rows)[number]) =>
        (user.removedAt === null ? 0 : 2) + (user.email === email ? 0 : 1);
      return rows.toSorted((one, other) => order(one) - order(other));
    },

    /** The tenant that has verified a domain. */
    async findTenantByDomain(domain: string) {
      const found = await ofAny(orms, (orm) =>
        orm
          .select({ tenant: tenants })
          .from(tenantDomains)
          .innerJoin(tenants, eq(tenants.id, tenantDomains.tenantId))
          .where(and(eq(tenantDomains.domain, domain), sql`${tenantDomains.verifiedAt} is not null`))
          .limit(1),
      );
      return found?.tenant ?? null;
    },

    /** Says in which database a new team will live. */
    async noteHome(tenantId: string, database: string): Promise<void> {
      await orms[0].insert(tenantHomes).values({ id: tenantId, database }).onConflictDoNothing();
    },

    /** An invitation by the hash of its secret, with its tenant. */
    async findInvite(secretHash: string) {
      return ofAny(orms, (orm) =>
        orm
          .select({ invite: invites, tenant: tenants })
          .from(invites)
          .innerJoin(tenants, eq(tenants.id, invites.tenantId))
          .where(eq(invites.secretHash, secretHash))
          .limit(1),
      );
    },

    async findTenant(tenantId: string) {
      return ofAny(orms, (orm) => orm.select().from(tenants).where(eq(tenants.id, tenantId)).limit(1));
    },
  };
}

/** Owners of IDs and secrets. */
function ofIds(orms: Orms) {
  return {
    /** A member's secret in a table, with its user and tenant; null if unknown or its user removed. */
    async findSecret<Secrets extends SQLiteTable & Record<"tenantId" | "userId", SQLiteColumn>>(
      secrets: Secrets,
      isIt: SQL,
    ): Promise<{
      readonly secret: Secrets["$inferSelect"];
      readonly user: typeof users.$inferSelect;
      readonly tenant: typeof tenants.$inferSelect;
    } | null> {
      const found = await ofAny(orms, (orm) =>
        orm
          .select({
            secret: getTableColumns(secrets),
            user: getTableColumns(users),
            tenant: getTableColumns(tenants),
          })
          .from(secrets as SQLiteTable)
          .innerJoin(users, and(eq(users.id, secrets.userId), eq(users.tenantId, secrets.tenantId)))
          .innerJoin(tenants, eq(tenants.id, secrets.tenantId))
          .where(and(isIt, isNull(users.removedAt)))
          .limit(1),
      );
      return found as never;
    },

    /** Whether any tenant has a row with this ID, and nothing more. Checked before a client's ID is accepted as new. */
    async isIdTaken(
      table: SQLiteTable & Record<"tenantId" | "id", SQLiteColumn>,
      id: string,
    ): Promise<boolean> {
      const found = await ofAny(orms, (orm) =>
        orm
          .select({ id: table.id })
          .from(tenants)
          .innerJoin(table, and(eq(table.tenantId, tenants.id), eq(table.id, id)))
          .limit(1),
      );
      return found !== null;
    },

    /** Active connections with consent to this vendor account, of any tenant; at most two are read. */
    async listConsented(vendor: string, accountId: string) {
      return ofAll(orms, (orm) =>
        orm
          .select({ tenantId: connections.tenantId, connectionId: connections.id })
          .from(connections)
          .innerJoin(tenants, eq(tenants.id, connections.tenantId))
          .where(
            and(
              eq(connections.vendor, vendor),
              isNull(connections.disabledAt),
              sql`${connections.grant} ->> '$.account.id' = ${accountId}`,
            ),
          )
          .limit(2),
      );
    },

    /**
     * An active connection with the sealed secrets of its webhooks. An unauthenticated request can trigger this
     * read.
     */
    async findWebhookConnection(connectionId: string) {
      return ofAny(orms, (orm) =>
        orm
          .select({
            tenantId: connections.tenantId,
            vendor: connections.vendor,
            webhookSecrets: connections.webhookSecrets,
          })
          .from(connections)
          .innerJoin(tenants, eq(tenants.id, connections.tenantId))
          .where(and(eq(connections.id, connectionId), isNull(connections.disabledAt)))
          .limit(1),
      );
    },
  };
}

/** Tenants with due work. */
function ofClock(orms: Orms) {
  return {
    /**
     * Leases up to `limit` tenants with due work of a kind and no current lease until `untilIso`. Returns their
     * IDs.
     */
    async leaseTenants(
      kind: string,
      due: {
        readonly table: SQLiteTable;
        readonly tenant: SQLiteColumn;
        readonly where: SQL;
        /** Whether only the first database has the table. */
        readonly ofDirectory?: boolean;
      },
      at: { readonly nowIso: string; readonly untilIso: string; readonly limit: number },
    ): Promise<string[]> {
      const isHere = due.ofDirectory === true ? sql`1` : sql`exists (${livesHere(due.tenant)})`;
      const lease = sql`insert into ${workLeases} (tenant_id, kind, until) select ${due.tenant}, ${kind}, ${at.untilIso} from ${due.table}
          where ${due.where} and not exists (select 1 from ${workLeases} lease where lease.tenant_id = ${due.tenant} and lease.kind = ${kind} and lease.until > ${at.nowIso})
          and ${isHere} group by +${due.tenant} limit ${at.limit}
          on conflict (tenant_id, kind) do update set until = excluded.until, claim_id = null where until <= ${at.nowIso} returning tenant_id`;
      const rows = await ofAll(due.ofDirectory === true ? [orms[0]] : orms, (orm) =>
        orm.all<{ tenant_id: string }>(lease),
      );
      return rows.map(({ tenant_id: tenantId }) => tenantId);
    },

    /** Records that a tenant has the standing jobs of this version. */
    async noteJobs(tenantId: string, jobsVersion: number): Promise<void> {
      await Promise.all(
        orms.map((orm) => orm.update(tenants).set({ jobsVersion }).where(eq(tenants.id, tenantId))),
      );
    },

    /**
     * Since when the oldest due row of each kind has waited, across tenants: one statement that reads one index
     * row per kind.
     */
    async oldestDue(
      kinds: readonly {
        readonly name: string;
        readonly table: SQLiteTable;
        readonly since: SQLiteColumn;
        /** Used if `since` has the placeholder time of rows that are always due. */
        readonly changed?: SQLiteColumn;
        readonly tenant: SQLiteColumn;
        readonly where: SQL;
      }[],
    ): Promise<Record<string, string | null>> {
      const oldest = kinds.map(
        ({ name, table, tenant, since, changed, where }) =>
          sql`(select ${changed === undefined ? since : sql`case when ${since} < '1970' then ${changed} else ${since} end`} from ${table} where ${where} and exists (${livesHere(tenant)}) order by ${since} limit 1) as ${sql.identifier(name)}`,
      );
      const rows = await ofAll(orms, (orm) =>
        orm.all<Record<string, string | null>>(sql`select ${sql.join(oldest, sql`, `)}`),
      );
      return rows.reduce((known, row) => earliest(known, row), {});
    },
  };
}

/** Condition that the team lives in this database and is not about to leave it. */
function livesHere(tenant: SQLiteColumn): SQL {
  return sql`select 1 from ${tenants} here where here.id = ${tenant} and here.moving = 0`;
}

function earliest(
  one: Readonly<Record<string, string | null>>,
  other: Readonly<Record<string, string | null>>,
): Record<string, string | null> {
  const times = Object.entries(other).map(([name, time]) => {
    const known = one[name] ?? null;
    return [name, known !== null && (time === null || known < time) ? known : time];
  });
  return Object.fromEntries(times) as Record<string, string | null>;
}

/** The clock's own records. */
function ofNotes(orm: DrizzleD1Database) {
  return {
    /** Records when the clock dispatched kinds of work. */
    async noteClockJobs(
      seen: readonly {
        readonly name: string;
        readonly seenAt: string;
        readonly durationMs: number;
        readonly failed: boolean;
      }[],
    ): Promise<void> {
      if (seen.length === 0) return;
      // As one parameter: D1 binds a hundred, and these are five for each kind of work.
      const rows = sql`select value ->> 'name', value ->> 'seenAt', value ->> 'durationMs', case when value ->> 'failed' then value ->> 'seenAt' end, value ->> 'failed' from json_each(${JSON.stringify(seen)}) where true`;
      await orm.run(sql`insert into ${clockJobs} (name, last_seen_at, duration_ms, failed_at, failures) ${rows}
        on conflict (name) do update set last_seen_at = excluded.last_seen_at, duration_ms = excluded.duration_ms, failed_at = excluded.failed_at,
          failures = case when excluded.failures = 0 then 0 else ${clockJobs}.failures + 1 end`);
    },

    /** When the clock last dispatched each kind of work. */
    async listClockJobs() {
      return orm.select().from(clockJobs).limit(100);
    },
  };
}

/** Repeated failures of all tenants, for operators. IDs and counts only. */
function ofFailures(orms: Orms) {
  return {
    /** Failed work waiting for a retry, next retry first. */
    async listFailingWork(limit: number) {
      const rows = await ofAll(orms, (orm) =>
        orm
          .select({ ...getTableColumns(workLeases), tenantName: tenants.name })
          .from(workLeases)
          .innerJoin(tenants, eq(tenants.id, workLeases.tenantId))
          .where(sql`${workLeases.failures} > 0`)
          .orderBy(workLeases.until)
          .limit(limit),
      );
      return rows.toSorted((a, b) => (a.until < b.until ? -1 : 1)).slice(0, limit);
    },

    /** Sums over the matching rows of all tenants, by name. */
    async totals<Of extends SQLiteTable & Record<"tenantId", SQLiteColumn>>(
      table: Of,
      sums: Readonly<Record<string, SQL<number>>>,
      where: SQL,
    ): Promise<Record<string, number>> {
      const rows = await ofAll(orms, (orm) =>
        orm
          .select(sums as Record<string, SQL<number>>)
          .from(table as SQLiteTable)
          .innerJoin(tenants, eq(tenants.id, table.tenantId))
          .where(where),
      );
      return Object.fromEntries(
        Object.keys(sums).map((name) => [name, rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0)]),
      );
    },

    /** Repeatedly failing rows of a table, oldest first. */
    async listFailing<Failing extends SQLiteTable & Record<"tenantId", SQLiteColumn>>(
      table: Failing,
      { since, where }: { readonly since: SQLiteColumn; readonly where: SQL },
      limit: number,
    ): Promise<(Failing["$inferSelect"] & { readonly tenantName: string })[]> {
      const rows = await ofAll(orms, (orm) =>
        orm
          .select({ ...getTableColumns(table), sinceTime: since, tenantName: tenants.name })
          .from(table as SQLiteTable)
          .innerJoin(tenants, eq(tenants.id, table.tenantId))
          .where(where)
          .orderBy(since)
          .limit(limit),
      );
      return rows
        .toSorted((a, b) => (String(a.sinceTime) < String(b.sinceTime) ? -1 : 1))
        .slice(0, limit) as never;
    },
  };
}

export type SystemDb = ReturnType<typeof systemDb>;

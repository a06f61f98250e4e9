import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { Policy } from "../../../team/api/policy.ts";
import type { AuditChange } from "../../api/audit-change.ts";

/**
 * A team. All of its rows, including this one, are in the same database; a database without this row has at
 * most leftovers.
 */
export const tenants = sqliteTable(
  "tenants",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    timeZone: text().notNull(),
    createdAt: text().notNull(),
    /** The version of the standing jobs it has; a lower one than the current means that some are missing. */
    jobsVersion: integer().notNull().default(0),
    /** Set while its rows move to another database: the clock skips it. */
    moving: integer({ mode: "boolean" }).notNull().default(false),
  },
  keys((table) => [index("tenants_jobs").on(table.jobsVersion)]),
);

/**
 * The directory, only in the first database: each team's database, and the state of its move
 * (src/platform/db/move.ts). A team without a row lives in the first one.
 */
export const tenantHomes = sqliteTable(
  "tenant_homes",
  {
    id: text("tenant_id").primaryKey(),
    /** The binding of its database: `DB`, `DB_2`, … */
    database: text().notNull(),
    /** The current step of a move; null if there is none. */
    step: text({
      enum: ["asked", "stopping", "copying", "switching", "opening", "kept", "removing"],
    }),
    /** The destination of a move; after the switch, the origin with the old rows. */
    other: text(),
    progress: text({ mode: "json" }).$type<MoveProgress>(),
    /** When the next step is due. */
    dueAt: text(),
    /** Why the last move failed, for operators. */
    problem: text(),
    /** Incremented with every step: of two processes on the same move, one wins. */
    version: integer().notNull().default(0),
  },
  keys((table) => [index("tenant_homes_due").on(table.dueAt)]),
);

/** Progress of copying and checking rows. */
export interface MoveProgress {
  /** Index of the table in the list of moved tables. */
  readonly table: number;
  readonly phase: "empty" | "copy" | "check";
  /** The last row read. */
  readonly after: number;
  /** Count and hash of the copied rows, and of the rows read back. */
  readonly copied: RowsHash;
  readonly checked: RowsHash;
  /** Offset added to event numbers, which are specific to a database. */
  readonly shift: number;
}

/** Number of rows, and the XOR of their SHA-256, which is independent of their order. */
export interface RowsHash {
  readonly rows: number;
  readonly hash: string;
}

/** Verified e-mail domains of tenants; only these admit new members. */
export const tenantDomains = sqliteTable("tenant_domains", {
  domain: text().primaryKey(),
  tenantId: text().notNull(),
  verifiedAt: text(),
});

/** A member of a tenant. An e-mail address belongs to one tenant. */
export const users = sqliteTable(
  "users",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    email: text().notNull(),
    name: text().notNull(),
    role: text({ enum: ["admin", "member"] }).notNull(),
    /**
     * The person's own number (E.164), set by an admin or proven by themselves. It identifies them only once
     * proven.
     */
    phone: text(),
    /** When a text proved it (src/platform/auth/phone-proof.ts); null if none has. */
    phoneVerifiedAt: text(),
    /** The last code for proving a number. */
    phoneCode: text({ mode: "json" }).$type<PhoneCode>(),
    createdAt: text().notNull(),
    lastSeenAt: text(),
    removedAt: text(),
    /** Notifications up to this time are read. */
    notificationsReadThrough: text(),
  },
  keys((table) => [uniqueIndex("users_email").on(table.email), index("users_tenant").on(table.tenantId)]),
);

/** A code that proves a number by a text from it. */
export interface PhoneCode {
  readonly id: string;
  /** E.164. */
  readonly number: string;
  /** SHA-256 over `id`, a colon and the code, in hex. */
  readonly hash: string;
  readonly expiresAt: string;
  /** Texts from the number with a wrong code. */
  readonly wrong: number;
  /** The text that contained it; null while pending. */
  readonly usedBy: string | null;
}

/** An invitation link for one person. Its secret is stored as a hash. */
export const invites = sqliteTable(
  "invites",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    secretHash: text().notNull(),
    /** The only address that may use it (lower case, without its tag); null for a link anyone may use. */
    email: text(),
    role: text({ enum: ["admin", "member"] }).notNull(),
    createdById: text().notNull(),
    createdByName: text().notNull(),
    createdAt: text().notNull(),
    expiresAt: text().notNull(),
    /** Set once, when someone joins with it. */
    usedAt: text(),
    usedById: text(),
    revokedAt: text(),
  },
  keys((table) => [
    uniqueIndex("invites_secret").on(table.secretHash),
    index("invites_tenant").on(table.tenantId, table.createdAt),
  ]),
);

/**
 * A request to join by someone with an address at the team's domain. One per person, by the address without
 * its tag.
 */
export const joinRequests = sqliteTable(
  "join_requests",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    email: text().notNull(),
    name: text().notNull(),
    createdAt: text().notNull(),
    /** Set once. */
    decidedAt: text(),
    decision: text({ enum: ["approve", "decline"] }),
    decidedById: text(),
  },
  keys((table) => [index("join_requests_tenant").on(table.tenantId, table.decidedAt)]),
);

/** Our own session; the cookie's secret is stored as a hash. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    userId: text().notNull(),
    secretHash: text().notNull(),
    device: text().notNull(),
    createdAt: text().notNull(),
    lastSeenAt: text().notNull(),
    expiresAt: text().notNull(),
    revokedAt: text(),
  },
  keys((table) => [
    uniqueIndex("sessions_secret").on(table.secretHash),
    index("sessions_user").on(table.tenantId, table.userId),
  ]),
);

/** A tenant's policy and settings, replaced as a whole by compare-and-set on `version`. */
export const settings = sqliteTable("settings", {
  tenantId: text().primaryKey(),
  version: integer().notNull(),
  policy: text({ mode: "json" }).$type<Policy>().notNull(),
  updatedBy: text().notNull(),
  updatedAt: text().notNull(),
});

/**
 * Versions of a team's instructions for an agent; the highest is in force. Never changed: the key lets only
 * one of two concurrent writers succeed.
 */
export const agentInstructions = sqliteTable(
  "agent_instructions",
  {
    tenantId: text().notNull(),
    agent: text().notNull(),
    version: integer().notNull(),
    mode: text({ enum: ["built_in", "extend", "replace"] }).notNull(),
    text: text().notNull(),
    restoredFrom: integer(),
    byId: text().notNull(),
    byName: text().notNull(),
    at: text().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.agent, table.version] })]),
);

/**
 * An account at a vendor. `credentials` is the sealed API key, `webhookSecrets` the sealed JSON list of
 * webhook secrets (src/integrations/connections/sealed.ts, fields `apiKey` and `webhookSecrets`).
 */
export const connections = sqliteTable(
  "connections",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    vendor: text().notNull(),
    label: text().notNull(),
    credentials: text().notNull(),
    webhookSecrets: text(),
    /** Settings that are not secret: for Quo, the sending lines and the name of the own company. */
    settings: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    createdAt: text().notNull(),
    disabledAt: text(),
    /** When the connection was last checked, and when it last worked. */
    checkedAt: text(),
    workedAt: text(),
    /** The problem at the last check (`ConnectionProblem`); null if there was none. */
    problem: text(),
    /** The consent it uses; null for an API key. Not secret. */
    grant: text({ mode: "json" }).$type<ConsentGrant>(),
    /** The process that is renewing the credential, and until when; no other may. */
    leaseId: text(),
    leaseUntil: text(),
  },
  keys((table) => [index("connections_tenant").on(table.tenantId, table.vendor)]),
);

/** The public part of a consent. */
export interface ConsentGrant {
  /** The vendor's ID and name of the account. */
  readonly account: { readonly id: string; readonly name: string };
  readonly scopes: readonly string[];
}

/**
 * Pending OAuth consents. `sealed` is the PKCE verifier until the user returns, then the tokens until they
 * choose what to use (src/integrations/connections/sealed.ts, fields `verifier` and `consent`).
 */
export const consents = sqliteTable(
  "consents",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    vendor: text().notNull(),
    userId: text().notNull(),
    sessionId: text().notNull(),
    /** SHA-256 of the `state` parameter, in hex. */
    stateHash: text().notNull(),
    scopes: text({ mode: "json" }).$type<string[]>().notNull(),
    sealed: text().notNull(),
    expiresAt: text().notNull(),
    /** When the user returned; possible only once. */
    returnedAt: text(),
    /** The consent; null before the user returns. */
    grant: text({ mode: "json" }).$type<ConsentGrant>(),
  },
  keys((table) => [index("consents_tenant").on(table.tenantId, table.expiresAt)]),
);

/** The audit log. One row per decision and effect, never changed. */
export const audit = sqliteTable(
  "audit",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    at: text().notNull(),
    actorKind: text({ enum: ["user", "system", "agent"] }).notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    action: text().notNull(),
    /** The part of the action before the dot. */
    area: text().notNull().default(""),
    subjectKind: text().notNull(),
    subjectId: text().notNull(),
    sentence: text().notNull(),
    /** Old and new values of a changed setting; null for other actions. */
    changes: text({ mode: "json" }).$type<readonly AuditChange[]>(),
  },
  keys((table) => [
    index("audit_tenant_at").on(table.tenantId, table.at),
    index("audit_actor").on(table.tenantId, table.actorId, table.at),
    index("audit_area").on(table.tenantId, table.area, table.at),
  ]),
);

/**
 * Single-use tokens of notification buttons, stored as hashes. Each is bound to approval, effect hash, user
 * and device, and used up in the batch of the decision.
 */
export const approvalTokens = sqliteTable(
  "approval_tokens",
  {
    tokenHash: text().primaryKey(),
    tenantId: text().notNull(),
    approvalId: text().notNull(),
    effectHash: text().notNull(),
    userId: text().notNull(),
    subscriptionId: text().notNull(),
    expiresAt: text().notNull(),
    spentAt: text(),
  },
  keys((table) => [index("approval_tokens_approval").on(table.tenantId, table.approvalId)]),
);

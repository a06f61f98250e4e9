import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Policy } from "../../../team/api/policy.ts";
import type { AuditChange } from "../../api/audit-change.ts";

/**
 * A team. All of its rows, including this one, are in the same database; a database without this row has at
 * most leftovers.
 */
export const tenants = sqliteTable(
  "tenants",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    timeZone: text("time_zone").notNull(),
    createdAt: text("created_at").notNull(),
    /** The version of the standing jobs it has; a lower one than the current means that some are missing. */
    jobsVersion: integer("jobs_version").notNull().default(0),
    /** Set while its rows move to another database: the clock skips it. */
    moving: integer("moving", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [index("tenants_jobs").on(table.jobsVersion)],
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
    database: text("database").notNull(),
    /** The current step of a move; null if there is none. */
    step: text("step", {
      enum: ["asked", "stopping", "copying", "switching", "opening", "kept", "removing"],
    }),
    /** The destination of a move; after the switch, the origin with the old rows. */
    other: text("other"),
    progress: text("progress", { mode: "json" }).$type<MoveProgress>(),
    /** When the next step is due. */
    dueAt: text("due_at"),
    /** Why the last move failed, for operators. */
    problem: text("problem"),
    /** Incremented with every step: of two processes on the same move, one wins. */
    version: integer("version").notNull().default(0),
  },
  (table) => [index("tenant_homes_due").on(table.dueAt)],
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
  domain: text("domain").primaryKey(),
  tenantId: text("tenant_id").notNull(),
  verifiedAt: text("verified_at"),
});

/** A member of a tenant. An e-mail address belongs to one tenant. */
export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role", { enum: ["admin", "member"] }).notNull(),
    /**
     * The person's own number (E.164), set by an admin or proven by themselves. It identifies them only once
     * proven.
     */
    phone: text("phone"),
    /** When a text proved it (src/platform/auth/phone-proof.ts); null if none has. */
    phoneVerifiedAt: text("phone_verified_at"),
    /** The last code for proving a number. */
    phoneCode: text("phone_code", { mode: "json" }).$type<PhoneCode>(),
    createdAt: text("created_at").notNull(),
    lastSeenAt: text("last_seen_at"),
    removedAt: text("removed_at"),
    /** Notifications up to this time are read. */
    notificationsReadThrough: text("notifications_read_through"),
  },
  (table) => [uniqueIndex("users_email").on(table.email), index("users_tenant").on(table.tenantId)],
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
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    secretHash: text("secret_hash").notNull(),
    /** The only address that may use it (lower case, without its tag); null for a link anyone may use. */
    email: text("email"),
    role: text("role", { enum: ["admin", "member"] }).notNull(),
    createdById: text("created_by_id").notNull(),
    createdByName: text("created_by_name").notNull(),
    createdAt: text("created_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    /** Set once, when someone joins with it. */
    usedAt: text("used_at"),
    usedById: text("used_by_id"),
    revokedAt: text("revoked_at"),
  },
  (table) => [
    uniqueIndex("invites_secret").on(table.secretHash),
    index("invites_tenant").on(table.tenantId, table.createdAt),
  ],
);

/**
 * A request to join by someone with an address at the team's domain. One per person, by the address without
 * its tag.
 */
export const joinRequests = sqliteTable(
  "join_requests",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    createdAt: text("created_at").notNull(),
    /** Set once. */
    decidedAt: text("decided_at"),
    decision: text("decision", { enum: ["approve", "decline"] }),
    decidedById: text("decided_by_id"),
  },
  (table) => [index("join_requests_tenant").on(table.tenantId, table.decidedAt)],
);

/** Our own session; the cookie's secret is stored as a hash. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    userId: text("user_id").notNull(),
    secretHash: text("secret_hash").notNull(),
    device: text("device").notNull(),
    createdAt: text("created_at").notNull(),
    lastSeenAt: text("last_seen_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    revokedAt: text("revoked_at"),
  },
  (table) => [
    uniqueIndex("sessions_secret").on(table.secretHash),
    index("sessions_user").on(table.tenantId, table.userId),
  ],
);

/** A tenant's policy and settings, replaced as a whole by compare-and-set on `version`. */
export const settings = sqliteTable("settings", {
  tenantId: text("tenant_id").primaryKey(),
  version: integer("version").notNull(),
  policy: text("policy", { mode: "json" }).$type<Policy>().notNull(),
  updatedBy: text("updated_by").notNull(),
  updatedAt: text("updated_at").notNull(),
});

/**
 * Versions of a team's instructions for an agent; the highest is in force. Never changed: the key lets only
 * one of two concurrent writers succeed.
 */
export const agentInstructions = sqliteTable(
  "agent_instructions",
  {
    tenantId: text("tenant_id").notNull(),
    agent: text("agent").notNull(),
    version: integer("version").notNull(),
    mode: text("mode", { enum: ["built_in", "extend", "replace"] }).notNull(),
    text: text("text").notNull(),
    restoredFrom: integer("restored_from"),
    byId: text("by_id").notNull(),
    byName: text("by_name").notNull(),
    at: text("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.agent, table.version] })],
);

/**
 * An account at a vendor. `credentials` is the sealed API key, `webhookSecrets` the sealed JSON list of
 * webhook secrets (src/integrations/connections/sealed.ts, fields `apiKey` and `webhookSecrets`).
 */
export const connections = sqliteTable(
  "connections",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    vendor: text("vendor").notNull(),
    label: text("label").notNull(),
    credentials: text("credentials").notNull(),
    webhookSecrets: text("webhook_secrets"),
    /** Settings that are not secret: for Quo, the sending lines and the name of the own company. */
    settings: text("settings", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    createdAt: text("created_at").notNull(),
    disabledAt: text("disabled_at"),
    /** When the connection was last checked, and when it last worked. */
    checkedAt: text("checked_at"),
    workedAt: text("worked_at"),
    /** The problem at the last check (`ConnectionProblem`); null if there was none. */
    problem: text("problem"),
    /** The consent it uses; null for an API key. Not secret. */
    grant: text("grant", { mode: "json" }).$type<ConsentGrant>(),
    /** The process that is renewing the credential, and until when; no other may. */
    leaseId: text("lease_id"),
    leaseUntil: text("lease_until"),
  },
  (table) => [index("connections_tenant").on(table.tenantId, table.vendor)],
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
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    vendor: text("vendor").notNull(),
    userId: text("user_id").notNull(),
    sessionId: text("session_id").notNull(),
    /** SHA-256 of the `state` parameter, in hex. */
    stateHash: text("state_hash").notNull(),
    scopes: text("scopes", { mode: "json" }).$type<string[]>().notNull(),
    sealed: text("sealed").notNull(),
    expiresAt: text("expires_at").notNull(),
    /** When the user returned; possible only once. */
    returnedAt: text("returned_at"),
    /** The consent; null before the user returns. */
    grant: text("grant", { mode: "json" }).$type<ConsentGrant>(),
  },
  (table) => [index("consents_tenant").on(table.tenantId, table.expiresAt)],
);

/** The audit log. One row per decision and effect, never changed. */
export const audit = sqliteTable(
  "audit",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    at: text("at").notNull(),
    actorKind: text("actor_kind", { enum: ["user", "system", "agent"] }).notNull(),
    actorId: text("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
    action: text("action").notNull(),
    /** The part of the action before the dot. */
    area: text("area").notNull().default(""),
    subjectKind: text("subject_kind").notNull(),
    subjectId: text("subject_id").notNull(),
    sentence: text("sentence").notNull(),
    /** Old and new values of a changed setting; null for other actions. */
    changes: text("changes", { mode: "json" }).$type<readonly AuditChange[]>(),
  },
  (table) => [
    index("audit_tenant_at").on(table.tenantId, table.at),
    index("audit_actor").on(table.tenantId, table.actorId, table.at),
    index("audit_area").on(table.tenantId, table.area, table.at),
  ],
);

/**
 * Single-use tokens of notification buttons, stored as hashes. Each is bound to approval, effect hash, user
 * and device, and used up in the batch of the decision.
 */
export const approvalTokens = sqliteTable(
  "approval_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    approvalId: text("approval_id").notNull(),
    effectHash: text("effect_hash").notNull(),
    userId: text("user_id").notNull(),
    subscriptionId: text("subscription_id").notNull(),
    expiresAt: text("expires_at").notNull(),
    spentAt: text("spent_at"),
  },
  (table) => [index("approval_tokens_approval").on(table.tenantId, table.approvalId)],
);

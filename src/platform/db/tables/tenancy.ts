import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Policy } from "../../../approvals/api/policy.ts";
import type { AuditChange } from "../../api/audit-change.ts";

/** One team's whole world. The row stands with all other rows of the team, in the one database it lives in; a database without it holds leftovers at most. */
export const tenants = sqliteTable(
  "tenants",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    timeZone: text("time_zone").notNull(),
    createdAt: text("created_at").notNull(),
    /** The release's set of standing jobs it was given; a lower one than today's means that some are missing. */
    jobsVersion: integer("jobs_version").notNull().default(0),
    /** While its rows move to another database: the clock leaves it alone. */
    moving: integer("moving", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [index("tenants_jobs").on(table.jobsVersion)],
);

/**
 * The directory, in the first database alone: in which database a team lives, and how far a move of it to another one is (src/platform/db/move.ts). A team
 * without a row lives in the first.
 */
export const tenantHomes = sqliteTable(
  "tenant_homes",
  {
    id: text("tenant_id").primaryKey(),
    /** The binding of its database: `DB`, `DB_2`, … */
    database: text("database").notNull(),
    /** Where a move stands; null where none does. */
    step: text("step", {
      enum: ["asked", "stopping", "copying", "switching", "opening", "kept", "removing"],
    }),
    /** Where it moves to; after the switch, where it came from and its old rows still are. */
    other: text("other"),
    progress: text("progress", { mode: "json" }).$type<MoveProgress>(),
    /** When the next step is due. */
    dueAt: text("due_at"),
    /** Why the last move failed, for the people who run the deployment. */
    problem: text("problem"),
    /** Grows with every step: of two who work on the same move one wins. */
    version: integer("version").notNull().default(0),
  },
  (table) => [index("tenant_homes_due").on(table.dueAt)],
);

/** How far the rows of a move are copied and checked. */
export interface MoveProgress {
  /** The place of the table in the list of those that move. */
  readonly table: number;
  readonly phase: "empty" | "copy" | "check";
  /** The last row that was read. */
  readonly after: number;
  /** Rows and hash of what was copied of the table, and of what was read back of it. */
  readonly copied: RowsHash;
  readonly checked: RowsHash;
  /** What is added to the numbers of events, which grow with every row of a database. */
  readonly shift: number;
}

/** Rows by their number and the exclusive or of their SHA-256, which no order changes. */
export interface RowsHash {
  readonly rows: number;
  readonly hash: string;
}

/** E-mail domains a tenant has claimed and proven; only these admit people that are not members yet. */
export const tenantDomains = sqliteTable("tenant_domains", {
  domain: text("domain").primaryKey(),
  tenantId: text("tenant_id").notNull(),
  verifiedAt: text("verified_at"),
});

/** A person of a tenant. An e-mail address belongs to one tenant. */
export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role", { enum: ["admin", "member"] }).notNull(),
    /** The person's own number (E.164), set by an admin or proven by themselves. By it they count as a colleague once it is proven. */
    phone: text("phone"),
    /** When a text from that number proved it theirs (src/platform/auth/phone-proof.ts); null where none has. */
    phoneVerifiedAt: text("phone_verified_at"),
    /** The newest code they asked for to prove a number. */
    phoneCode: text("phone_code", { mode: "json" }).$type<PhoneCode>(),
    createdAt: text("created_at").notNull(),
    lastSeenAt: text("last_seen_at"),
    removedAt: text("removed_at"),
    /** Everything of the notification centre up to then is seen. */
    notificationsReadThrough: text("notifications_read_through"),
  },
  (table) => [uniqueIndex("users_email").on(table.email), index("users_tenant").on(table.tenantId)],
);

/** A code that proves a number where a text from it brings the code. */
export interface PhoneCode {
  readonly id: string;
  /** E.164. */
  readonly number: string;
  /** SHA-256 over `id`, a colon and the code, in hex. */
  readonly hash: string;
  readonly expiresAt: string;
  /** Texts from the number with another code. */
  readonly wrong: number;
  /** The text that brought it; null while it waits. */
  readonly usedBy: string | null;
}

/** A link that makes one person a member of the team. The link's secret is stored as a hash. */
export const invites = sqliteTable(
  "invites",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    secretHash: text("secret_hash").notNull(),
    role: text("role", { enum: ["admin", "member"] }).notNull(),
    createdById: text("created_by_id").notNull(),
    createdByName: text("created_by_name").notNull(),
    createdAt: text("created_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    /** Set once: by whoever joined with it. */
    usedAt: text("used_at"),
    usedById: text("used_by_id"),
    revokedAt: text("revoked_at"),
  },
  (table) => [
    uniqueIndex("invites_secret").on(table.secretHash),
    index("invites_tenant").on(table.tenantId, table.createdAt),
  ],
);

/** Somebody with an address at one of the team's domains who asked to join. One for each person, by the address without its tag. */
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

/** A tenant's policy and settings, replaced whole by compare-and-set on `version`. */
export const settings = sqliteTable("settings", {
  tenantId: text("tenant_id").primaryKey(),
  version: integer("version").notNull(),
  policy: text("policy", { mode: "json" }).$type<Policy>().notNull(),
  updatedBy: text("updated_by").notNull(),
  updatedAt: text("updated_at").notNull(),
});

/**
 * Every version of what a team tells an agent beside or instead of the built-in instructions; the highest is in force. Never changed: the
 * key makes two writers of the same version one winner.
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
 * An account at an outside service. `credentials` is the sealed API key, `webhookSecrets` the sealed JSON list of the secrets its webhooks may be
 * signed with (src/integrations/connections/sealed.ts, fields `apiKey` and `webhookSecrets`).
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
    /** Open settings of the connection: for Quo the sending lines and the name of the own company. */
    settings: text("settings", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    createdAt: text("created_at").notNull(),
    disabledAt: text("disabled_at"),
    /** When the service was last asked whether this still works, and when it last did. */
    checkedAt: text("checked_at"),
    workedAt: text("worked_at"),
    /** What was wrong at the last check (`ConnectionProblem`); null where nothing was. */
    problem: text("problem"),
    /** Whose consent it is used by, and for what; null where it is used by key. Nothing secret. */
    grant: text("grant", { mode: "json" }).$type<ConsentGrant>(),
    /** Who renews the credential at the moment, until when: nobody else does meanwhile. */
    leaseId: text("lease_id"),
    leaseUntil: text("lease_until"),
  },
  (table) => [index("connections_tenant").on(table.tenantId, table.vendor)],
);

/** A consent as it is shown. */
export interface ConsentGrant {
  /** The vendor's id and name of who consented. */
  readonly account: { readonly id: string; readonly name: string };
  readonly scopes: readonly string[];
}

/**
 * Consents that somebody was sent to a vendor for. `sealed` is what proves the exchange (PKCE's verifier) until they come back, then what came of it
 * until they have chosen what is used (src/integrations/connections/sealed.ts, fields `verifier` and `consent`).
 */
export const consents = sqliteTable(
  "consents",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    vendor: text("vendor").notNull(),
    userId: text("user_id").notNull(),
    sessionId: text("session_id").notNull(),
    /** SHA-256 of the `state` the vendor hands back, in hex. */
    stateHash: text("state_hash").notNull(),
    scopes: text("scopes", { mode: "json" }).$type<string[]>().notNull(),
    sealed: text("sealed").notNull(),
    expiresAt: text("expires_at").notNull(),
    /** When they came back; nobody comes back twice. */
    returnedAt: text("returned_at"),
    /** Whose consent it is; null before they came back. */
    grant: text("grant", { mode: "json" }).$type<ConsentGrant>(),
  },
  (table) => [index("consents_tenant").on(table.tenantId, table.expiresAt)],
);

/** Who did what. Written for every decision and every effect, never changed. */
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
    /** What the action is about: the part of its name before the dot. */
    area: text("area").notNull().default(""),
    subjectKind: text("subject_kind").notNull(),
    subjectId: text("subject_id").notNull(),
    sentence: text("sentence").notNull(),
    /** Old and new values of a changed setting; null where nothing was set. */
    changes: text("changes", { mode: "json" }).$type<readonly AuditChange[]>(),
  },
  (table) => [
    index("audit_tenant_at").on(table.tenantId, table.at),
    index("audit_actor").on(table.tenantId, table.actorId, table.at),
    index("audit_area").on(table.tenantId, table.area, table.at),
  ],
);

/**
 * Single-use tokens for notification buttons. The token itself is never stored; it is bound to approval,
 * effect hash, user and device, and consumed in the deciding batch.
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

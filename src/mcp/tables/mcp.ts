import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { McpScope } from "../api/mcp.ts";

/**
 * What a member let a client of the Model Context Protocol do in their name: a personal token they made, or a client they connected by OAuth. Secrets
 * are kept as SHA-256 alone. A client's grant begins with a code, which is exchanged once for an access and a refresh token.
 */
export const mcpGrants = sqliteTable(
  "mcp_grants",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    userId: text("user_id").notNull(),
    kind: text("kind", { enum: ["personal", "client"] }).notNull(),
    /** As the member called the token, or as the client calls itself. */
    name: text("name").notNull(),
    scopes: text("scopes", { mode: "json" }).$type<McpScope[]>().notNull(),
    /** SHA-256 of the client's id; null for a personal token. */
    clientHash: text("client_hash"),
    /** Where the client takes its code; null for a personal token. */
    redirectUri: text("redirect_uri"),
    codeHash: text("code_hash"),
    /** The S256 challenge of PKCE (RFC 7636). */
    codeChallenge: text("code_challenge"),
    codeExpiresAt: text("code_expires_at"),
    /** When the code was exchanged; it is nobody's a second time. */
    codeUsedAt: text("code_used_at"),
    accessHash: text("access_hash"),
    accessExpiresAt: text("access_expires_at"),
    refreshHash: text("refresh_hash"),
    /** The refresh token before: whoever still brings it has it from somewhere else. */
    formerRefreshHash: text("former_refresh_hash"),
    refreshedAt: text("refreshed_at"),
    createdAt: text("created_at").notNull(),
    lastUsedAt: text("last_used_at"),
    /** When the grant as a whole is over. */
    expiresAt: text("expires_at").notNull(),
    revokedAt: text("revoked_at"),
  },
  (table) => [
    uniqueIndex("mcp_grants_access").on(table.accessHash),
    uniqueIndex("mcp_grants_refresh").on(table.refreshHash),
    index("mcp_grants_former").on(table.formerRefreshHash),
    uniqueIndex("mcp_grants_code").on(table.codeHash),
    index("mcp_grants_tenant").on(table.tenantId, table.userId, table.createdAt),
    index("mcp_grants_over").on(table.tenantId, table.expiresAt),
  ],
);

/** A tool of a team's own server as it was read, and what an admin said of it. `hash` is over everything the model would read of it. */
export interface ServerTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly hash: string;
  /** `off`: not offered; `look_up`: runs as reading; `ask`: waits for a person each time. */
  readonly use: "off" | "ask" | "look_up";
  /** What it read when an admin last allowed it, where it reads otherwise now: it is off until they look again. */
  readonly was: {
    readonly description: string;
    readonly inputSchema: Readonly<Record<string, unknown>>;
  } | null;
}

/** A team's own server of the Model Context Protocol. `credentials` is the sealed bearer token (src/integrations/connections/sealed.ts, field `mcpToken`); null where it takes none. */
export const mcpServers = sqliteTable(
  "mcp_servers",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    name: text("name").notNull(),
    url: text("url").notNull(),
    credentials: text("credentials"),
    tools: text("tools", { mode: "json" }).$type<ServerTool[]>().notNull(),
    /** Grows with each change: of two who change it at once one wins. */
    version: integer("version").notNull(),
    createdByName: text("created_by_name").notNull(),
    createdAt: text("created_at").notNull(),
    checkedAt: text("checked_at"),
    /** What was wrong when it was last read; null where nothing was. */
    problem: text("problem"),
  },
  (table) => [index("mcp_servers_tenant").on(table.tenantId, table.createdAt)],
);

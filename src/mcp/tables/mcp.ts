import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { GrantScope } from "../api/mcp.ts";

/**
 * Grants of members to MCP clients: personal tokens, or clients connected with OAuth. Secrets are stored only as SHA-256. A client's
 * grant starts with a code, exchanged once for access and refresh tokens.
 */
export const mcpGrants = sqliteTable(
  "mcp_grants",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    userId: text("user_id").notNull(),
    kind: text("kind", { enum: ["personal", "client"] }).notNull(),
    /** The token's name, or the client's self-chosen one. */
    name: text("name").notNull(),
    scopes: text("scopes", { mode: "json" }).$type<GrantScope[]>().notNull(),
    /** SHA-256 of the client ID; null for a personal token. */
    clientHash: text("client_hash"),
    /** The client's redirect URI; null for a personal token. */
    redirectUri: text("redirect_uri"),
    codeHash: text("code_hash"),
    /** PKCE S256 challenge (RFC 7636). */
    codeChallenge: text("code_challenge"),
    codeExpiresAt: text("code_expires_at"),
    /** When the code was exchanged. It can't be used again. */
    codeUsedAt: text("code_used_at"),
    accessHash: text("access_hash"),
    accessExpiresAt: text("access_expires_at"),
    refreshHash: text("refresh_hash"),
    /** The previous refresh token; its reuse means that it was stolen. */
    formerRefreshHash: text("former_refresh_hash"),
    refreshedAt: text("refreshed_at"),
    createdAt: text("created_at").notNull(),
    lastUsedAt: text("last_used_at"),
    /** When the whole grant expires. */
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

/** A tool of a team's own server with an admin's decision. `hash` covers everything a model would read of it. */
export interface ServerTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly hash: string;
  /** `off`: not offered; `look_up`: runs as a read; `ask`: needs approval each time. */
  readonly use: "off" | "ask" | "look_up";
  /** The description last allowed, if it changed since: the tool is off until an admin reviews it. */
  readonly was: {
    readonly description: string;
    readonly inputSchema: Readonly<Record<string, unknown>>;
  } | null;
}

/**
 * A team's own MCP server. `credentials` is the sealed bearer token (src/integrations/connections/sealed.ts, field `mcpToken`); null if
 * it needs none.
 */
export const mcpServers = sqliteTable(
  "mcp_servers",
  {
    id: text("id").primaryKey(),
    tenantId: text("tenant_id").notNull(),
    name: text("name").notNull(),
    url: text("url").notNull(),
    credentials: text("credentials"),
    tools: text("tools", { mode: "json" }).$type<ServerTool[]>().notNull(),
    /** Optimistic lock, incremented by each change. */
    version: integer("version").notNull(),
    createdByName: text("created_by_name").notNull(),
    createdAt: text("created_at").notNull(),
    checkedAt: text("checked_at"),
    /** The problem at the last refresh, or null. */
    problem: text("problem"),
  },
  (table) => [index("mcp_servers_tenant").on(table.tenantId, table.createdAt)],
);

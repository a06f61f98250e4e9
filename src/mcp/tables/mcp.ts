import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { GrantScope } from "../api/mcp.ts";

/**
 * Grants of members to MCP clients: personal tokens, or clients connected with OAuth. Secrets are stored only as SHA-256. A client's
 * grant starts with a code, exchanged once for access and refresh tokens.
 */
export const mcpGrants = sqliteTable(
  "mcp_grants",
  {
    id: text().primaryKey(),
    tenantId: text().notNull(),
    userId: text().notNull(),
    kind: text({ enum: ["personal", "client"] }).notNull(),
    /** The token's name, or the client's self-chosen one. */
    name: text().notNull(),
    scopes: text({ mode: "json" }).$type<GrantScope[]>().notNull(),
    /** SHA-256 of the client ID; null for a personal token. */
    clientHash: text(),
    /** The client's redirect URI; null for a personal token. */
    redirectUri: text(),
    codeHash: text(),
    /** PKCE S256 challenge (RFC 7636). */
    codeChallenge: text(),
    codeExpiresAt: text(),
    /** When the code was exchanged. It can't be used again. */
    codeUsedAt: text(),
    accessHash: text(),
    accessExpiresAt: text(),
    refreshHash: text(),
    /** The previous refresh token; its reuse means that it was stolen. */
    formerRefreshHash: text(),
    refreshedAt: text(),
    createdAt: text().notNull(),
    lastUsedAt: text(),
    /** When the whole grant expires. */
    expiresAt: text().notNull(),
    revokedAt: text(),
  },
  keys((table) => [
    uniqueIndex("mcp_grants_access").on(table.accessHash),
    uniqueIndex("mcp_grants_refresh").on(table.refreshHash),
    index("mcp_grants_former").on(table.formerRefreshHash),
    uniqueIndex("mcp_grants_code").on(table.codeHash),
    index("mcp_grants_tenant").on(table.tenantId, table.userId, table.createdAt),
    index("mcp_grants_over").on(table.tenantId, table.expiresAt),
  ]),
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
    id: text().primaryKey(),
    tenantId: text().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    credentials: text(),
    tools: text({ mode: "json" }).$type<ServerTool[]>().notNull(),
    /** Optimistic lock, incremented by each change. */
    version: integer().notNull(),
    createdByName: text().notNull(),
    createdAt: text().notNull(),
    checkedAt: text(),
    /** The problem at the last refresh, or null. */
    problem: text(),
  },
  keys((table) => [index("mcp_servers_tenant").on(table.tenantId, table.createdAt)]),
);

import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { McpScope } from "../../protocol/mcp.ts";

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

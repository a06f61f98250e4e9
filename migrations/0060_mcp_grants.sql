CREATE TABLE `mcp_grants` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`client_hash` text,
	`redirect_uri` text,
	`code_hash` text,
	`code_challenge` text,
	`code_expires_at` text,
	`code_used_at` text,
	`access_hash` text,
	`access_expires_at` text,
	`refresh_hash` text,
	`former_refresh_hash` text,
	`refreshed_at` text,
	`created_at` text NOT NULL,
	`last_used_at` text,
	`expires_at` text NOT NULL,
	`revoked_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mcp_grants_access` ON `mcp_grants` (`access_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `mcp_grants_refresh` ON `mcp_grants` (`refresh_hash`);--> statement-breakpoint
CREATE INDEX `mcp_grants_former` ON `mcp_grants` (`former_refresh_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `mcp_grants_code` ON `mcp_grants` (`code_hash`);--> statement-breakpoint
CREATE INDEX `mcp_grants_tenant` ON `mcp_grants` (`tenant_id`,`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `mcp_grants_over` ON `mcp_grants` (`tenant_id`,`expires_at`);
CREATE TABLE `mcp_servers` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`credentials` text,
	`tools` text NOT NULL,
	`version` integer NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` text NOT NULL,
	`checked_at` text,
	`problem` text
);
--> statement-breakpoint
CREATE INDEX `mcp_servers_tenant` ON `mcp_servers` (`tenant_id`,`created_at`);
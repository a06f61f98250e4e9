CREATE TABLE `join_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`decided_at` text,
	`decision` text,
	`decided_by_id` text
);
--> statement-breakpoint
CREATE INDEX `join_requests_tenant` ON `join_requests` (`tenant_id`,`decided_at`);
CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`vendor` text NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`state_hash` text NOT NULL,
	`scopes` text NOT NULL,
	`sealed` text NOT NULL,
	`expires_at` text NOT NULL,
	`returned_at` text,
	`grant` text
);
--> statement-breakpoint
CREATE INDEX `consents_tenant` ON `consents` (`tenant_id`,`expires_at`);--> statement-breakpoint
ALTER TABLE `connections` ADD `grant` text;--> statement-breakpoint
ALTER TABLE `connections` ADD `lease_id` text;--> statement-breakpoint
ALTER TABLE `connections` ADD `lease_until` text;
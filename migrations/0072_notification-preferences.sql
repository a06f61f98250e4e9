CREATE TABLE `notification_preferences` (
	`tenant_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`channel` text NOT NULL,
	`on` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `user_id`, `kind`, `channel`)
);
--> statement-breakpoint
ALTER TABLE `notifications` ADD `only` text;
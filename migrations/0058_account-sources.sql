CREATE TABLE `account_keys` (
	`tenant_id` text NOT NULL,
	`key` text NOT NULL,
	`account_id` text NOT NULL,
	`due_at` text,
	`place` text,
	`failures` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `key`, `account_id`)
);
--> statement-breakpoint
CREATE INDEX `account_keys_of` ON `account_keys` (`tenant_id`,`account_id`,`key`);--> statement-breakpoint
CREATE INDEX `account_keys_due` ON `account_keys` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `account_keys_due_of` ON `account_keys` (`tenant_id`,`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE TABLE `account_sources` (
	`tenant_id` text NOT NULL,
	`account_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`item` text NOT NULL,
	`party` text NOT NULL,
	`direction` text NOT NULL,
	`at` text NOT NULL,
	`sha256` text NOT NULL,
	`summary` text NOT NULL,
	`due_at` text,
	`failures` integer NOT NULL,
	`filed_at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `account_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `account_sources_recent` ON `account_sources` (`tenant_id`,`account_id`,`at`);--> statement-breakpoint
CREATE INDEX `account_sources_party` ON `account_sources` (`tenant_id`,`party`);--> statement-breakpoint
CREATE INDEX `account_sources_due` ON `account_sources` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `account_sources_due_of` ON `account_sources` (`tenant_id`,`due_at`) WHERE due_at is not null;--> statement-breakpoint
ALTER TABLE `mirrors` ADD `with_sources` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `workspace_state` ADD `source_files` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `workspace_state` ADD `source_bytes` integer DEFAULT 0 NOT NULL;
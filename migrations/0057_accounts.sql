CREATE TABLE `account_words` (
	`tenant_id` text NOT NULL,
	`word` text NOT NULL,
	`account_id` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `word`, `account_id`)
);
--> statement-breakpoint
CREATE INDEX `account_words_of` ON `account_words` (`tenant_id`,`account_id`);--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`number` integer NOT NULL,
	`name` text NOT NULL,
	`sort_name` text NOT NULL,
	`stage` text NOT NULL,
	`industry` text NOT NULL,
	`location` text NOT NULL,
	`primary_email` text NOT NULL,
	`primary_phone` text NOT NULL,
	`insurance_types` text NOT NULL,
	`next_steps` text NOT NULL,
	`description` text NOT NULL,
	`last_contact_at` text,
	`state_etag` text NOT NULL,
	`history_etag` text,
	`history_head` text,
	`entries` integer NOT NULL,
	`problem` text,
	`deleted_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `accounts_by_name` ON `accounts` (`tenant_id`,`sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `accounts_by_number` ON `accounts` (`tenant_id`,`number`);--> statement-breakpoint
CREATE INDEX `accounts_by_stage` ON `accounts` (`tenant_id`,`stage`,`sort_name`,`id`);
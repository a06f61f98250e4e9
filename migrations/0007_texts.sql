CREATE TABLE `calls` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`connection_id` text NOT NULL,
	`direction` text NOT NULL,
	`line_id` text,
	`contact_number` text,
	`status` text NOT NULL,
	`at` text NOT NULL,
	`duration_seconds` integer,
	`summary` text,
	`next_steps` text,
	`transcript` text,
	`received_at` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`attempts` integer NOT NULL,
	`due_at` text,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `calls_contact` ON `calls` (`tenant_id`,`contact_number`,`at`);--> statement-breakpoint
CREATE INDEX `calls_due` ON `calls` (`due_at`);--> statement-breakpoint
CREATE TABLE `text_backfills` (
	`tenant_id` text NOT NULL,
	`connection_id` text NOT NULL,
	`state` text NOT NULL,
	`cursor` text NOT NULL,
	`conversations` integer NOT NULL,
	`texts` integer NOT NULL,
	`added` integer NOT NULL,
	`failures` integer NOT NULL,
	`problem` text,
	`started_by_name` text NOT NULL,
	`started_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`due_at` text,
	PRIMARY KEY(`tenant_id`, `connection_id`)
);
--> statement-breakpoint
CREATE INDEX `text_backfills_due` ON `text_backfills` (`due_at`);--> statement-breakpoint
CREATE TABLE `routing_settings` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`rules` text NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `texts` ADD `others` text;--> statement-breakpoint
ALTER TABLE `notifications` ADD `audience` text;--> statement-breakpoint
ALTER TABLE `notifications` ADD `others_at` text;
CREATE TABLE `escalations` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`notification_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`user_id` text NOT NULL,
	`channel` text NOT NULL,
	`state` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `escalations_ordinal` ON `escalations` (`notification_id`,`ordinal`);--> statement-breakpoint
CREATE UNIQUE INDEX `escalations_person` ON `escalations` (`notification_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `notification_reads` (
	`tenant_id` text NOT NULL,
	`user_id` text NOT NULL,
	`notification_id` text NOT NULL,
	`read_at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `user_id`, `notification_id`)
);
--> statement-breakpoint
CREATE TABLE `on_call_settings` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`on_call` text NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `agent_instructions` (
	`tenant_id` text NOT NULL,
	`agent` text NOT NULL,
	`version` integer NOT NULL,
	`mode` text NOT NULL,
	`text` text NOT NULL,
	`restored_from` integer,
	`by_id` text NOT NULL,
	`by_name` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `agent`, `version`)
);
--> statement-breakpoint
ALTER TABLE `notifications` ADD `occasion` text;--> statement-breakpoint
ALTER TABLE `notifications` ADD `ordinal` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notifications` ADD `tag` text;--> statement-breakpoint
ALTER TABLE `notifications` ADD `held_until` text;--> statement-breakpoint
ALTER TABLE `notifications` ADD `acknowledged_at` text;--> statement-breakpoint
ALTER TABLE `notifications` ADD `acknowledged_by_id` text;--> statement-breakpoint
ALTER TABLE `notifications` ADD `acknowledged_by_name` text;--> statement-breakpoint
ALTER TABLE `notifications` ADD `escalations` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notifications` ADD `due_at` text;--> statement-breakpoint
CREATE INDEX `notifications_subject` ON `notifications` (`tenant_id`,`subject_id`);--> statement-breakpoint
CREATE INDEX `notifications_due` ON `notifications` (`due_at`);--> statement-breakpoint
ALTER TABLE `push_subscriptions` ADD `paused_at` text;--> statement-breakpoint
ALTER TABLE `users` ADD `notifications_read_through` text;
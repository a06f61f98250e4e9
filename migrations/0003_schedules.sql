CREATE TABLE `clock_jobs` (
	`name` text PRIMARY KEY NOT NULL,
	`last_seen_at` text NOT NULL,
	`duration_ms` integer NOT NULL,
	`failed_at` text,
	`failures` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `schedules` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`title` text NOT NULL,
	`instruction` text DEFAULT '' NOT NULL,
	`cadence` text NOT NULL,
	`status` text NOT NULL,
	`next_at` text,
	`due_at` text,
	`slot_at` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`claim_id` text,
	`last_slot_at` text,
	`last_seen_at` text,
	`last_summary` text,
	`last_error` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`created_by` text,
	`created_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`deleted_at` text,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `schedules_system` ON `schedules` (`tenant_id`,`name`) WHERE kind = 'system';--> statement-breakpoint
CREATE INDEX `schedules_due` ON `schedules` (`due_at`) WHERE due_at is not null;
CREATE TABLE `erased_keys` (
	`tenant_id` text NOT NULL,
	`hash` text NOT NULL,
	`erased_at` text NOT NULL,
	`opted_out` integer,
	`choice_at` text,
	PRIMARY KEY(`tenant_id`, `hash`)
);
--> statement-breakpoint
CREATE TABLE `erasures` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`person` text,
	`stage` text NOT NULL,
	`place` text,
	`removed` text NOT NULL,
	`left_over` text NOT NULL,
	`requested_by_id` text NOT NULL,
	`requested_by_name` text NOT NULL,
	`requested_at` text NOT NULL,
	`finished_at` text,
	`hash` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`due_at` text,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `erasures_requested` ON `erasures` (`tenant_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `erasures_due` ON `erasures` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `erasures_due_of` ON `erasures` (`tenant_id`,`due_at`) WHERE due_at is not null;
CREATE TABLE `skill_switches` (
	`tenant_id` text NOT NULL,
	`skill_id` text NOT NULL,
	`enabled` integer NOT NULL,
	`by` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `skill_id`)
);
--> statement-breakpoint
CREATE TABLE `skill_uses` (
	`tenant_id` text NOT NULL,
	`run_id` text NOT NULL,
	`skill_id` text NOT NULL,
	`name` text NOT NULL,
	`conversation_id` text NOT NULL,
	`etag` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `run_id`, `skill_id`)
);
--> statement-breakpoint
CREATE INDEX `skill_uses_skill` ON `skill_uses` (`tenant_id`,`skill_id`,`at`);--> statement-breakpoint
CREATE INDEX `skill_uses_recent` ON `skill_uses` (`tenant_id`,`at`);
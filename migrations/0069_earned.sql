CREATE TABLE `earned_tallies` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`agent` text NOT NULL,
	`tool` text NOT NULL,
	`recipients` text NOT NULL,
	`recent` text NOT NULL,
	`decided` integer NOT NULL,
	`first_at` text NOT NULL,
	`last_at` text NOT NULL,
	`examples` text NOT NULL,
	`samples` text NOT NULL,
	`state` text NOT NULL,
	`state_at` text NOT NULL,
	`because` text,
	`rests_until` integer NOT NULL,
	`round` integer NOT NULL,
	`approval_id` text,
	`evidence` text,
	`due_at` text
);
--> statement-breakpoint
CREATE INDEX `earned_tallies_newest` ON `earned_tallies` (`tenant_id`,`last_at`);--> statement-breakpoint
CREATE INDEX `earned_tallies_due` ON `earned_tallies` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `earned_tallies_due_of` ON `earned_tallies` (`tenant_id`,`due_at`) WHERE due_at is not null;--> statement-breakpoint
ALTER TABLE `approvals` ADD `counts_for` text;
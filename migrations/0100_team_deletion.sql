ALTER TABLE `team_records` ADD `due_at` text;--> statement-breakpoint
CREATE INDEX `team_records_due` ON `team_records` (`due_at`) WHERE due_at is not null;
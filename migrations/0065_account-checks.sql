ALTER TABLE `accounts` ADD `checked_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `problem_told_at` text;--> statement-breakpoint
CREATE INDEX `accounts_by_check` ON `accounts` (`tenant_id`,`checked_at`);--> statement-breakpoint
CREATE INDEX `accounts_broken` ON `accounts` (`tenant_id`,`id`) WHERE problem is not null;
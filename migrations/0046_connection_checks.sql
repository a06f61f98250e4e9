ALTER TABLE `connections` ADD `checked_at` text;--> statement-breakpoint
ALTER TABLE `connections` ADD `worked_at` text;--> statement-breakpoint
ALTER TABLE `connections` ADD `problem` text;
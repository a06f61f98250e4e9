ALTER TABLE `accounts` ADD `seal` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `seal_source` text;
ALTER TABLE `archive_pages` ADD `checked_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `archive_pages` ADD `problem` text;--> statement-breakpoint
CREATE INDEX `archive_pages_checked` ON `archive_pages` (`tenant_id`,`checked_at`,`kind`,`page`);--> statement-breakpoint
CREATE INDEX `archive_pages_broken` ON `archive_pages` (`tenant_id`,`kind`,`page`) WHERE problem is not null;
ALTER TABLE `text_threads` ADD `promised` text;--> statement-breakpoint
CREATE INDEX `text_threads_promised` ON `text_threads` (`tenant_id`,`active_at`,`number`,`line`) WHERE promised is not null;
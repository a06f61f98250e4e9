ALTER TABLE `text_threads` ADD `call` text;--> statement-breakpoint
CREATE INDEX `text_threads_calls` ON `text_threads` (`tenant_id`,`active_at`,`number`,`line`) WHERE call is not null;--> statement-breakpoint
CREATE INDEX `text_threads_emails` ON `text_threads` (`tenant_id`,`active_at`,`number`,`line`) WHERE subject is not null;--> statement-breakpoint
ALTER TABLE `thread_views` ADD `channel` text;
ALTER TABLE `texts` ADD `due_at` text;--> statement-breakpoint
CREATE INDEX `texts_due` ON `texts` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `texts_due_of` ON `texts` (`tenant_id`,`due_at`) WHERE due_at is not null;
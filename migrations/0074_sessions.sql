ALTER TABLE `conversations` ADD `started_by` text;--> statement-breakpoint
ALTER TABLE `conversations` ADD `session_state` text;--> statement-breakpoint
ALTER TABLE `conversations` ADD `parent_id` text;--> statement-breakpoint
ALTER TABLE `conversations` ADD `fork_seq` integer;--> statement-breakpoint
ALTER TABLE `conversations` ADD `expires_at` text;--> statement-breakpoint
UPDATE `conversations` SET `session_state` = CASE WHEN `deleted_at` IS NULL THEN 'open' ELSE 'deleted' END, `expires_at` = CASE WHEN `deleted_at` IS NULL THEN strftime('%Y-%m-%dT%H:%M:%fZ', `last_message_at`, '+30 days') END WHERE `source` = 'web_chat';--> statement-breakpoint
CREATE INDEX `conversations_sessions` ON `conversations` (`tenant_id`,`started_by`,`agent`,`session_state`,`created_at`);--> statement-breakpoint
CREATE INDEX `conversations_expiry` ON `conversations` (`tenant_id`,`expires_at`) WHERE expires_at is not null;
ALTER TABLE `account_sources` ADD `message_id` text;--> statement-breakpoint
ALTER TABLE `account_sources` ADD `likeness` text;--> statement-breakpoint
CREATE INDEX `account_sources_mail` ON `account_sources` (`tenant_id`,`account_id`,`message_id`) WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX `account_sources_alike` ON `account_sources` (`tenant_id`,`account_id`,`likeness`) WHERE likeness is not null;
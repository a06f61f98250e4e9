CREATE TABLE `conversation_quotes` (
	`tenant_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`source_id` text NOT NULL,
	`reader_id` text,
	PRIMARY KEY(`tenant_id`, `conversation_id`, `source_id`)
);
--> statement-breakpoint
CREATE INDEX `conversation_quotes_source` ON `conversation_quotes` (`tenant_id`,`source_id`);
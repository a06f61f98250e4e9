ALTER TABLE `knowledge_sources` ADD `asked_by_id` text;--> statement-breakpoint
ALTER TABLE `knowledge_sources` ADD `asked_at` text;
ALTER TABLE `knowledge_items` ADD `said` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `said` text;
ALTER TABLE `knowledge_items` ADD `summary` text;--> statement-breakpoint
ALTER TABLE `knowledge_items` ADD `summary_key` text;--> statement-breakpoint
ALTER TABLE `knowledge_items` ADD `summarized_at` text;--> statement-breakpoint
CREATE INDEX `knowledge_items_summary` ON `knowledge_items` (`tenant_id`,`summary_key`) WHERE summarized_at is not null;--> statement-breakpoint
CREATE INDEX `knowledge_items_unsummarized` ON `knowledge_items` (`tenant_id`,`source_id`,`at`) WHERE summary_key is not null and summarized_at is null;--> statement-breakpoint
ALTER TABLE `knowledge_sources` ADD `summarizes` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `knowledge_sources` ADD `summary_due_at` text;--> statement-breakpoint
ALTER TABLE `knowledge_sources` ADD `summary_failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `knowledge_sources` ADD `summary_problem` text;--> statement-breakpoint
ALTER TABLE `knowledge_sources` ADD `owner_id` text;--> statement-breakpoint
ALTER TABLE `knowledge_sources` ADD `visibility` text DEFAULT 'team' NOT NULL;--> statement-breakpoint
CREATE INDEX `knowledge_sources_summary_due` ON `knowledge_sources` (`summary_due_at`);--> statement-breakpoint
CREATE INDEX `knowledge_sources_tenant_summary_due` ON `knowledge_sources` (`tenant_id`,`summary_due_at`);
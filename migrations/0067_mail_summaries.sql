ALTER TABLE `mails` ADD `summary` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `summary_due_at` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `summarized_at` text;--> statement-breakpoint
CREATE INDEX `mails_summary_due` ON `mails` (`summary_due_at`) WHERE summary_due_at is not null;--> statement-breakpoint
CREATE INDEX `mails_unsummarized` ON `mails` (`tenant_id`,`summary_due_at`) WHERE summary_due_at is not null;--> statement-breakpoint
CREATE INDEX `mails_summarized` ON `mails` (`tenant_id`,`summarized_at`) WHERE summarized_at is not null;
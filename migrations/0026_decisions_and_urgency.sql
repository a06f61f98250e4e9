CREATE TABLE `urgency_checks` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`source` text NOT NULL,
	`conversation_id` text NOT NULL,
	`name` text NOT NULL,
	`words` text NOT NULL,
	`routed_to` text,
	`due_at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `urgency_checks_due` ON `urgency_checks` (`due_at`);--> statement-breakpoint
CREATE INDEX `urgency_checks_due_of` ON `urgency_checks` (`tenant_id`,`due_at`);--> statement-breakpoint
ALTER TABLE `approvals` ADD `spent_decisions` text;
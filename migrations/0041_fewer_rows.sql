CREATE TABLE `run_traces` (
	`tenant_id` text NOT NULL,
	`run_id` text NOT NULL,
	`part` integer NOT NULL,
	`at` text NOT NULL,
	`steps` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `run_id`, `part`)
);
--> statement-breakpoint
CREATE INDEX `run_traces_at` ON `run_traces` (`tenant_id`,`at`,`run_id`,`part`);--> statement-breakpoint
DROP INDEX `approvals_conversation`;--> statement-breakpoint
DROP INDEX `approvals_updated`;--> statement-breakpoint
DROP INDEX `approvals_due`;--> statement-breakpoint
CREATE INDEX `approvals_over` ON `approvals` (`tenant_id`,`updated_at`) WHERE status not in ('pending', 'approved', 'executing');--> statement-breakpoint
CREATE INDEX `approvals_due` ON `approvals` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
DROP INDEX `events_order`;--> statement-breakpoint
DROP INDEX `events_waiting`;--> statement-breakpoint
DROP INDEX `notifications_due`;--> statement-breakpoint
CREATE INDEX `notifications_due` ON `notifications` (`due_at`) WHERE due_at is not null;
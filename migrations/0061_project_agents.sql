CREATE TABLE `project_agent_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`project_id` text NOT NULL,
	`agent` text NOT NULL,
	`status` text NOT NULL,
	`trigger` text NOT NULL,
	`requested_by_id` text,
	`requested_by_name` text,
	`input` text NOT NULL,
	`every` text,
	`due_at` text,
	`attempts` integer NOT NULL,
	`mode` text,
	`algorithm` text,
	`output` text,
	`context` text,
	`problem` text,
	`decision` text,
	`decided_by_id` text,
	`decided_by_name` text,
	`decided_at` text,
	`made` text,
	`created_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
CREATE INDEX `project_agent_runs_of` ON `project_agent_runs` (`tenant_id`,`project_id`,`agent`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `project_agent_runs_by` ON `project_agent_runs` (`tenant_id`,`agent`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `project_agent_runs_due` ON `project_agent_runs` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `project_agent_runs_due_of` ON `project_agent_runs` (`tenant_id`,`due_at`) WHERE due_at is not null;
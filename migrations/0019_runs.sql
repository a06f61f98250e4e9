CREATE TABLE `agent_configs` (
	`tenant_id` text NOT NULL,
	`agent` text NOT NULL,
	`model_override` text,
	`max_turns` integer,
	`token_budget` integer,
	`permission_mode` text,
	`rules` text NOT NULL,
	`hours` text,
	`autonomy` text,
	`enabled` integer NOT NULL,
	`version` integer NOT NULL,
	`updated_by` text NOT NULL,
	`updated_by_name` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `agent`)
);
--> statement-breakpoint
ALTER TABLE `conversations` ADD `agent` text DEFAULT 'steward' NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `parent_run_id` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `mode` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `fallbacks` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `output` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `confidence` real;--> statement-breakpoint
ALTER TABLE `runs` ADD `accepted` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `reviewed_by` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `reviewed_by_name` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `reviewed_at` text;--> statement-breakpoint
CREATE INDEX `runs_parent` ON `runs` (`tenant_id`,`parent_run_id`) WHERE "runs"."parent_run_id" is not null;--> statement-breakpoint
CREATE INDEX `run_steps_hooks` ON `run_steps` (`tenant_id`,`at`) WHERE "run_steps"."kind" = 'hook';--> statement-breakpoint
CREATE INDEX `run_steps_decisions` ON `run_steps` (`tenant_id`,`status`,`at`) WHERE "run_steps"."kind" = 'hook';
CREATE TABLE `knowledge_runs` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`sync_id` text NOT NULL,
	`source_id` text NOT NULL,
	`vendor` text NOT NULL,
	`kind` text NOT NULL,
	`person` text NOT NULL,
	`window_days` integer NOT NULL,
	`status` text NOT NULL,
	`items` integer NOT NULL,
	`problem` text,
	`by_name` text,
	`started_at` text NOT NULL,
	`finished_at` text,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `knowledge_runs_newest` ON `knowledge_runs` (`tenant_id`,`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `knowledge_runs_sync` ON `knowledge_runs` (`tenant_id`,`sync_id`);--> statement-breakpoint
CREATE INDEX `knowledge_runs_source` ON `knowledge_runs` (`tenant_id`,`source_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `conversations_session_state` ON `conversations` (`last_message_at`) WHERE session_state is not null;--> statement-breakpoint
CREATE INDEX `conversations_source` ON `conversations` (`tenant_id`,`source`,`last_message_at`);--> statement-breakpoint
CREATE INDEX `conversations_phone` ON `conversations` (`tenant_id`,contact ->> '$.phone',`last_message_at`) WHERE contact is not null;--> statement-breakpoint
CREATE INDEX `knowledge_items_summarized` ON `knowledge_items` (`tenant_id`,`summarized_at`) WHERE summarized_at is not null;--> statement-breakpoint
CREATE INDEX `agent_days_day` ON `agent_days` (`day`);
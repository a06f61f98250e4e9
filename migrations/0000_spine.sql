CREATE TABLE `approvals` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`conversation_title` text NOT NULL,
	`turn_id` text NOT NULL,
	`run_id` text NOT NULL,
	`agent` text NOT NULL,
	`tool_call_id` text NOT NULL,
	`tool` text NOT NULL,
	`title` text NOT NULL,
	`target` text NOT NULL,
	`thread_key` text,
	`status` text NOT NULL,
	`proposed_arguments` text NOT NULL,
	`final_arguments` text NOT NULL,
	`proposed_effects` text NOT NULL,
	`effect_hash` text NOT NULL,
	`lints` text NOT NULL,
	`evidence` text NOT NULL,
	`preconditions` text NOT NULL,
	`rule` text NOT NULL,
	`urgent` integer NOT NULL,
	`decision_id` text,
	`decision` text,
	`decided_by_id` text,
	`decided_by_name` text,
	`decided_at` text,
	`edited` integer NOT NULL,
	`reason` text,
	`redraft` integer NOT NULL,
	`stale_reason` text,
	`execute_after` text,
	`expires_at` text NOT NULL,
	`reminders_sent` integer NOT NULL,
	`delivered_status` text,
	`due_at` text,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `approvals_status` ON `approvals` (`tenant_id`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `approvals_conversation` ON `approvals` (`tenant_id`,`conversation_id`);--> statement-breakpoint
CREATE INDEX `approvals_thread` ON `approvals` (`tenant_id`,`thread_key`,`status`);--> statement-breakpoint
CREATE INDEX `approvals_turn` ON `approvals` (`tenant_id`,`turn_id`);--> statement-breakpoint
CREATE INDEX `approvals_due` ON `approvals` (`due_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `approvals_call` ON `approvals` (`tenant_id`,`conversation_id`,`tool_call_id`);--> statement-breakpoint
CREATE TABLE `effects` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`approval_id` text NOT NULL,
	`effect_index` integer NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`document` text NOT NULL,
	`hash` text NOT NULL,
	`status` text NOT NULL,
	`attempt_id` text,
	`attempts` integer NOT NULL,
	`claimed_at` text,
	`deadline_at` text,
	`idempotency_key` text,
	`provider_id` text,
	`receipt` text,
	`problem` text,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `effects_once` ON `effects` (`approval_id`,`effect_index`);--> statement-breakpoint
CREATE UNIQUE INDEX `effects_provider` ON `effects` (`tenant_id`,`kind`,`provider_id`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`source` text NOT NULL,
	`contact` text,
	`trigger` text,
	`status` text NOT NULL,
	`unread` integer NOT NULL,
	`preview` text NOT NULL,
	`cost_micro_usd` integer NOT NULL,
	`created_at` text NOT NULL,
	`last_message_at` text NOT NULL,
	`version` integer NOT NULL,
	`deleted_at` text,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `conversations_recent` ON `conversations` (`tenant_id`,`last_message_at`);--> statement-breakpoint
CREATE TABLE `run_steps` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`run_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`at` text NOT NULL,
	`duration_ms` integer NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `run_steps_run` ON `run_steps` (`tenant_id`,`run_id`,`position`);--> statement-breakpoint
CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`agent` text NOT NULL,
	`model` text NOT NULL,
	`trigger` text NOT NULL,
	`started_by` text NOT NULL,
	`status` text NOT NULL,
	`stop_reason` text,
	`error_code` text,
	`attempts` integer NOT NULL,
	`model_calls` integer NOT NULL,
	`tool_calls` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cache_read_tokens` integer NOT NULL,
	`cache_write_tokens` integer NOT NULL,
	`cost_micro_usd` integer NOT NULL,
	`started_at` text NOT NULL,
	`finished_at` text,
	`day` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `runs_conversation` ON `runs` (`tenant_id`,`conversation_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `runs_day` ON `runs` (`tenant_id`,`day`);--> statement-breakpoint
CREATE TABLE `approval_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`approval_id` text NOT NULL,
	`effect_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`expires_at` text NOT NULL,
	`spent_at` text
);
--> statement-breakpoint
CREATE INDEX `approval_tokens_approval` ON `approval_tokens` (`tenant_id`,`approval_id`);--> statement-breakpoint
CREATE TABLE `notification_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`notification_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`status` text NOT NULL,
	`http_status` integer,
	`attempts` integer NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_once` ON `notification_deliveries` (`notification_id`,`subscription_id`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`url` text NOT NULL,
	`urgent` integer NOT NULL,
	`created_at` text NOT NULL,
	`resolved_at` text,
	`resolution` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_once` ON `notifications` (`tenant_id`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `notifications_recent` ON `notifications` (`tenant_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`user_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`device` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_tenant` ON `push_subscriptions` (`tenant_id`);--> statement-breakpoint
CREATE TABLE `audit` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`at` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`sentence` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_tenant_at` ON `audit` (`tenant_id`,`at`);--> statement-breakpoint
CREATE TABLE `connections` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`vendor` text NOT NULL,
	`label` text NOT NULL,
	`credentials` text NOT NULL,
	`settings` text NOT NULL,
	`created_at` text NOT NULL,
	`disabled_at` text
);
--> statement-breakpoint
CREATE INDEX `connections_tenant` ON `connections` (`tenant_id`,`vendor`);--> statement-breakpoint
CREATE TABLE `inbound_events` (
	`tenant_id` text NOT NULL,
	`source` text NOT NULL,
	`event_id` text NOT NULL,
	`received_at` text NOT NULL,
	`state` text NOT NULL,
	`payload` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `source`, `event_id`)
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`user_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`device` text NOT NULL,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_secret` ON `sessions` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`tenant_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `settings` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`policy` text NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tenant_domains` (
	`domain` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`verified_at` text
);
--> statement-breakpoint
CREATE TABLE `tenants` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`time_zone` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`created_at` text NOT NULL,
	`last_seen_at` text,
	`removed_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_tenant` ON `users` (`tenant_id`);
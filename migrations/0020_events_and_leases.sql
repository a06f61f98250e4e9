CREATE TABLE `work_leases` (
	`tenant_id` text NOT NULL,
	`kind` text NOT NULL,
	`until` text NOT NULL,
	`claim_id` text,
	`again` integer DEFAULT false NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`tenant_id`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `event_cursors` (
	`tenant_id` text NOT NULL,
	`consumer` text NOT NULL,
	`seq` integer NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `consumer`)
);
--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`at` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`payload` text NOT NULL,
	`open` integer DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_once` ON `events` (`tenant_id`,`id`);--> statement-breakpoint
CREATE INDEX `events_order` ON `events` (`tenant_id`,`seq`);--> statement-breakpoint
CREATE INDEX `events_old` ON `events` (`tenant_id`,`at`);--> statement-breakpoint
CREATE INDEX `events_open` ON `events` (`tenant_id`,`seq`) WHERE open = 1;--> statement-breakpoint
CREATE TABLE `mail_backlog` (
	`tenant_id` text NOT NULL,
	`mailbox` text NOT NULL,
	`id` text NOT NULL,
	`search` text NOT NULL,
	`listed_at` text NOT NULL,
	`place` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `mailbox`, `id`)
);
--> statement-breakpoint
CREATE INDEX `mail_backlog_order` ON `mail_backlog` (`tenant_id`,`mailbox`,`attempts`,`listed_at`,`place`);--> statement-breakpoint
CREATE TABLE `mail_cursors` (
	`tenant_id` text NOT NULL,
	`mailbox` text NOT NULL,
	`search` text NOT NULL,
	`connection_id` text NOT NULL,
	`query` text NOT NULL,
	`history_id` text,
	`listed_at` text,
	`listing` text,
	`problem` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`updated_at` text NOT NULL,
	`due_at` text,
	PRIMARY KEY(`tenant_id`, `mailbox`, `search`)
);
--> statement-breakpoint
CREATE INDEX `mail_cursors_due` ON `mail_cursors` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
DROP INDEX `inbound_events_age`;--> statement-breakpoint
CREATE INDEX `inbound_events_old` ON `inbound_events` (`tenant_id`,`received_at`);--> statement-breakpoint
ALTER TABLE `notifications` ADD `ringing` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_due_of` ON `notifications` (`tenant_id`,`due_at`) WHERE due_at is not null;--> statement-breakpoint
ALTER TABLE `tenants` ADD `jobs_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `tenants_jobs` ON `tenants` (`jobs_version`);--> statement-breakpoint
CREATE INDEX `approvals_due_of` ON `approvals` (`tenant_id`,`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `calls_due_of` ON `calls` (`tenant_id`,`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `texts_undispatched` ON `texts` (`tenant_id`,`contact_number`,`at`) WHERE state = 'received';--> statement-breakpoint
CREATE INDEX `mails_undispatched` ON `mails` (`tenant_id`,`thread_id`,`at`) WHERE state = 'received';--> statement-breakpoint
CREATE INDEX `schedules_due_of` ON `schedules` (`tenant_id`,`due_at`) WHERE due_at is not null;
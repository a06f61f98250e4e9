CREATE TABLE `text_threads` (
	`tenant_id` text NOT NULL,
	`number` text NOT NULL,
	`line` text NOT NULL,
	`status` text NOT NULL,
	`active_at` text NOT NULL,
	`last_at` text NOT NULL,
	`last_direction` text NOT NULL,
	`last_words` text NOT NULL,
	`last_incoming_at` text,
	`waits_since` text,
	`assignee_id` text,
	`next_at` text,
	`revision` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `number`, `line`)
);
--> statement-breakpoint
CREATE INDEX `text_threads_all` ON `text_threads` (`tenant_id`,`active_at`,`number`,`line`);--> statement-breakpoint
CREATE INDEX `text_threads_status` ON `text_threads` (`tenant_id`,`status`,`active_at`,`number`,`line`);--> statement-breakpoint
CREATE INDEX `text_threads_line` ON `text_threads` (`tenant_id`,`line`,`active_at`,`number`);--> statement-breakpoint
CREATE INDEX `text_threads_line_status` ON `text_threads` (`tenant_id`,`line`,`status`,`active_at`,`number`);--> statement-breakpoint
CREATE INDEX `text_threads_mine` ON `text_threads` (`tenant_id`,`assignee_id`,`active_at`,`number`,`line`) WHERE assignee_id is not null and status <> 'done';--> statement-breakpoint
CREATE INDEX `text_threads_due` ON `text_threads` (`next_at`) WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX `text_threads_due_of` ON `text_threads` (`tenant_id`,`next_at`) WHERE next_at is not null;--> statement-breakpoint
CREATE TABLE `thread_entries` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`number` text NOT NULL,
	`line` text NOT NULL,
	`at` text NOT NULL,
	`kind` text NOT NULL,
	`by_id` text,
	`by_name` text,
	`words` text NOT NULL,
	`mentions` text,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `thread_entries_thread` ON `thread_entries` (`tenant_id`,`number`,`line`,`at`);--> statement-breakpoint
INSERT INTO `text_threads` (`tenant_id`, `number`, `line`, `status`, `active_at`, `last_at`, `last_direction`, `last_words`, `last_incoming_at`, `waits_since`, `assignee_id`, `next_at`, `revision`) SELECT `tenant_id`, `contact_number`, `line_number`, CASE WHEN `waits` THEN 'open' ELSE 'done' END, `at`, `at`, `direction`, substr(`text`, 1, 200), `last_incoming_at`, CASE WHEN `waits` THEN `at` END, NULL, NULL, 1 FROM (SELECT *, `direction` = 'incoming' AND `state` <> 'recorded' AND `at` >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day') AS `waits` FROM (SELECT *, row_number() OVER (PARTITION BY `tenant_id`, `contact_number`, `line_number` ORDER BY `at` DESC, `id` DESC) AS `place`, max(CASE WHEN `direction` = 'incoming' THEN `at` END) OVER (PARTITION BY `tenant_id`, `contact_number`, `line_number`) AS `last_incoming_at` FROM `texts` WHERE `contact_number` LIKE '+%' AND `contact_number` <> `line_number`)) WHERE `place` = 1;

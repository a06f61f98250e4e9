CREATE TABLE `texts` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`connection_id` text NOT NULL,
	`direction` text NOT NULL,
	`line_id` text,
	`line_number` text NOT NULL,
	`contact_number` text NOT NULL,
	`text` text NOT NULL,
	`attachments` integer NOT NULL,
	`at` text NOT NULL,
	`fingerprint` text NOT NULL,
	`received_at` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`attempts` integer NOT NULL,
	`delivery` text,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `texts_once` ON `texts` (`tenant_id`,`fingerprint`);--> statement-breakpoint
CREATE INDEX `texts_thread` ON `texts` (`tenant_id`,`contact_number`,`at`);--> statement-breakpoint
CREATE INDEX `texts_waiting` ON `texts` (`received_at`) WHERE state = 'received';--> statement-breakpoint
ALTER TABLE `runs` ADD `disposition` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `preview` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `outcome` text;--> statement-breakpoint
ALTER TABLE `connections` ADD `webhook_secrets` text;--> statement-breakpoint
ALTER TABLE `inbound_events` ADD `connection_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `inbound_events` ADD `type` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `inbound_events_age` ON `inbound_events` (`received_at`);
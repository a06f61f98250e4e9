CREATE TABLE `mails` (
	`tenant_id` text NOT NULL,
	`mailbox` text NOT NULL,
	`id` text NOT NULL,
	`connection_id` text NOT NULL,
	`thread_id` text NOT NULL,
	`direction` text NOT NULL,
	`message_id` text,
	`in_reply_to` text,
	`from_name` text NOT NULL,
	`from_address` text NOT NULL,
	`to_addresses` text NOT NULL,
	`cc_addresses` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`quoted` text NOT NULL,
	`hidden` text NOT NULL,
	`attachments` text NOT NULL,
	`at` text NOT NULL,
	`received_at` text NOT NULL,
	`check_name` text,
	`fingerprint` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`attempts` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `mailbox`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mails_once` ON `mails` (`tenant_id`,`fingerprint`);--> statement-breakpoint
CREATE INDEX `mails_thread` ON `mails` (`tenant_id`,`thread_id`,`at`);--> statement-breakpoint
CREATE INDEX `mails_recent` ON `mails` (`tenant_id`,`at`);--> statement-breakpoint
CREATE INDEX `mails_waiting` ON `mails` (`received_at`) WHERE state = 'received';
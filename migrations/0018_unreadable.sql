CREATE TABLE `mail_failures` (
	`tenant_id` text NOT NULL,
	`mailbox` text NOT NULL,
	`id` text NOT NULL,
	`attempts` integer NOT NULL,
	`failed_at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `mailbox`, `id`)
);
--> statement-breakpoint
CREATE TABLE `mirror_unreadable` (
	`tenant_id` text NOT NULL,
	`path` text NOT NULL,
	`blob_sha` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `path`)
);

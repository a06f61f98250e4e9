CREATE TABLE `contact_keys` (
	`tenant_id` text NOT NULL,
	`key` text NOT NULL,
	`contact_id` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `key`, `contact_id`)
);
--> statement-breakpoint
CREATE INDEX `contact_keys_of` ON `contact_keys` (`tenant_id`,`contact_id`);--> statement-breakpoint
CREATE TABLE `contact_syncs` (
	`tenant_id` text NOT NULL,
	`connection_id` text NOT NULL,
	`cursor` text,
	`started_at` text NOT NULL,
	`listed` integer NOT NULL,
	`finished_at` text,
	`failures` integer NOT NULL,
	`problem` text,
	`due_at` text,
	PRIMARY KEY(`tenant_id`, `connection_id`)
);
--> statement-breakpoint
CREATE INDEX `contact_syncs_due` ON `contact_syncs` (`due_at`);--> statement-breakpoint
CREATE TABLE `contact_words` (
	`tenant_id` text NOT NULL,
	`word` text NOT NULL,
	`contact_id` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `word`, `contact_id`)
);
--> statement-breakpoint
CREATE INDEX `contact_words_of` ON `contact_words` (`tenant_id`,`contact_id`);--> statement-breakpoint
CREATE TABLE `contacts` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`connection_id` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`name` text NOT NULL,
	`sort_name` text NOT NULL,
	`company` text,
	`role` text,
	`numbers` text NOT NULL,
	`emails` text NOT NULL,
	`internal` integer NOT NULL,
	`created_at` text,
	`seen_at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `contacts_name` ON `contacts` (`tenant_id`,`sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `contacts_seen` ON `contacts` (`tenant_id`,`connection_id`,`seen_at`);--> statement-breakpoint
CREATE INDEX `mails_from` ON `mails` (`tenant_id`,`from_address`,`at`);--> statement-breakpoint
CREATE INDEX `mails_to` ON `mails` (`tenant_id`,to_addresses ->> '$[0]',`at`);
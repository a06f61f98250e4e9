CREATE TABLE `entities` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`key` text NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`sort_name` text NOT NULL,
	`emails` text NOT NULL,
	`phones` text NOT NULL,
	`contact_id` text,
	`root_id` text NOT NULL,
	`is_loose` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entities_key` ON `entities` (`tenant_id`,`key`);--> statement-breakpoint
CREATE INDEX `entities_name` ON `entities` (`tenant_id`,`sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `entities_type` ON `entities` (`tenant_id`,`type`,`sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `entities_root` ON `entities` (`tenant_id`,`root_id`);--> statement-breakpoint
CREATE INDEX `entities_loose` ON `entities` (`tenant_id`) WHERE is_loose = 1;--> statement-breakpoint
CREATE TABLE `entity_rulings` (
	`tenant_id` text NOT NULL,
	`one_id` text NOT NULL,
	`other_id` text NOT NULL,
	`into_id` text,
	`by_name` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `one_id`, `other_id`)
);
--> statement-breakpoint
CREATE INDEX `entity_rulings_other` ON `entity_rulings` (`tenant_id`,`other_id`);--> statement-breakpoint
CREATE TABLE `entity_words` (
	`tenant_id` text NOT NULL,
	`word` text NOT NULL,
	`entity_id` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `word`, `entity_id`)
);
--> statement-breakpoint
CREATE INDEX `entity_words_of` ON `entity_words` (`tenant_id`,`entity_id`);--> statement-breakpoint
CREATE TABLE `mentions` (
	`tenant_id` text NOT NULL,
	`entity_id` text NOT NULL,
	`kind` text NOT NULL,
	`item_id` text NOT NULL,
	`role` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `entity_id`, `kind`, `item_id`)
);
--> statement-breakpoint
CREATE INDEX `mentions_newest` ON `mentions` (`tenant_id`,`entity_id`,`at`,`item_id`);--> statement-breakpoint
CREATE INDEX `mentions_of` ON `mentions` (`tenant_id`,`kind`,`item_id`);
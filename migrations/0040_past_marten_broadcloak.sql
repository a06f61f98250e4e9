CREATE TABLE `archive_pages` (
	`tenant_id` text NOT NULL,
	`kind` text NOT NULL,
	`page` integer NOT NULL,
	`month` text NOT NULL,
	`state` text NOT NULL,
	`previous` text NOT NULL,
	`hash` text DEFAULT '' NOT NULL,
	`digest` text DEFAULT '' NOT NULL,
	`lines` integer DEFAULT 0 NOT NULL,
	`erased` integer DEFAULT 0 NOT NULL,
	`size_bytes` integer DEFAULT 0 NOT NULL,
	`last_at` text DEFAULT '' NOT NULL,
	`last_id` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`tenant_id`, `kind`, `page`)
);
--> statement-breakpoint
CREATE INDEX `archive_pages_month` ON `archive_pages` (`tenant_id`,`month`,`kind`,`page`);
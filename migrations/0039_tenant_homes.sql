CREATE TABLE `tenant_homes` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`database` text NOT NULL,
	`step` text,
	`other` text,
	`progress` text,
	`due_at` text,
	`problem` text,
	`version` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tenant_homes_due` ON `tenant_homes` (`due_at`);--> statement-breakpoint
ALTER TABLE `tenants` ADD `moving` integer DEFAULT false NOT NULL;
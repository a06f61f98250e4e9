CREATE TABLE `examples` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`approval_id` text NOT NULL,
	`agent` text NOT NULL,
	`tool` text NOT NULL,
	`verdict` text NOT NULL,
	`asked` text NOT NULL,
	`people` text NOT NULL,
	`proposed` text NOT NULL,
	`wanted` text,
	`reason` text,
	`kept_by` text NOT NULL,
	`created_at` text NOT NULL,
	`due_at` text,
	`learned` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `examples_of_approval` ON `examples` (`tenant_id`,`approval_id`);--> statement-breakpoint
CREATE INDEX `examples_newest` ON `examples` (`tenant_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `examples_due` ON `examples` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `examples_due_of` ON `examples` (`tenant_id`,`due_at`) WHERE due_at is not null;
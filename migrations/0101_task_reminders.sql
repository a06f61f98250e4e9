CREATE TABLE `reminders` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`history_seal` text,
	`task_id` text NOT NULL,
	`user_id` text NOT NULL,
	`at` text NOT NULL,
	`due_at` text
);
--> statement-breakpoint
CREATE INDEX `reminders_deleted` ON `reminders` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `reminders_of` ON `reminders` (`tenant_id`,`user_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `reminders_task` ON `reminders` (`tenant_id`,`task_id`);--> statement-breakpoint
CREATE INDEX `reminders_due` ON `reminders` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `reminders_due_of` ON `reminders` (`tenant_id`,`due_at`) WHERE due_at is not null;
ALTER TABLE `work_leases` ADD `problem` text;--> statement-breakpoint
CREATE INDEX `work_leases_failing` ON `work_leases` (`until`) WHERE failures > 0;--> statement-breakpoint
CREATE INDEX `events_waiting` ON `events` (`at`) WHERE open = 1;--> statement-breakpoint
CREATE INDEX `mail_backlog_failing` ON `mail_backlog` (`listed_at`) WHERE attempts > 0;
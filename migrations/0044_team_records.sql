CREATE TABLE `team_records` (
	`id` text PRIMARY KEY NOT NULL,
	`team` text NOT NULL,
	`kind` text NOT NULL,
	`started_at` text NOT NULL,
	`finished_at` text,
	`progress` text NOT NULL,
	`result` text
);
--> statement-breakpoint
CREATE INDEX `team_records_team` ON `team_records` (`team`,`kind`,`started_at`);
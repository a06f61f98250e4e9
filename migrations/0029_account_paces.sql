CREATE TABLE `account_paces` (
	`tenant_id` text NOT NULL,
	`account` text NOT NULL,
	`next_at_ms` integer NOT NULL,
	`rests_until_ms` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `account`)
);
--> statement-breakpoint
CREATE INDEX `workspace_files_deletion` ON `workspace_files` (`tenant_id`,`deletion_id`) WHERE deletion_id is not null;
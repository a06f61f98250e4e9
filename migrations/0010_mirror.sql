CREATE TABLE `mirror_files` (
	`tenant_id` text NOT NULL,
	`path` text NOT NULL,
	`etag` text NOT NULL,
	`sha256` text NOT NULL,
	`blob_sha` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `path`)
);
--> statement-breakpoint
CREATE TABLE `mirrors` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`connection_id` text NOT NULL,
	`repository` text NOT NULL,
	`branch` text NOT NULL,
	`enabled` integer NOT NULL,
	`head_sha` text,
	`synced_at` text,
	`looked_at` text,
	`problem` text,
	`problem_at` text,
	`conflicts` text NOT NULL,
	`leased_until` text NOT NULL,
	`enabled_by` text NOT NULL,
	`updated_at` text NOT NULL
);

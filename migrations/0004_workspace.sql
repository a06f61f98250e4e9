CREATE TABLE `workspace_files` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`path` text NOT NULL,
	`path_key` text NOT NULL,
	`folder` text NOT NULL,
	`etag` text NOT NULL,
	`version` integer NOT NULL,
	`sha256` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`author` text NOT NULL,
	`source` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`deletion_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_files_path` ON `workspace_files` (`tenant_id`,`path_key`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `workspace_files_folder` ON `workspace_files` (`tenant_id`,`folder`,`path`);--> statement-breakpoint
CREATE INDEX `workspace_files_deleted` ON `workspace_files` (`tenant_id`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `workspace_files_updated` ON `workspace_files` (`tenant_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `workspace_folders` (
	`tenant_id` text NOT NULL,
	`path_key` text NOT NULL,
	`path` text NOT NULL,
	`folder` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `path_key`)
);
--> statement-breakpoint
CREATE INDEX `workspace_folders_folder` ON `workspace_folders` (`tenant_id`,`folder`);--> statement-breakpoint
CREATE TABLE `workspace_state` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`files` integer NOT NULL,
	`size_bytes` integer NOT NULL,
	`names_version` integer NOT NULL,
	`tree` text,
	`tree_version` integer
);
--> statement-breakpoint
CREATE TABLE `workspace_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`file_id` text NOT NULL,
	`version` integer NOT NULL,
	`change` text NOT NULL,
	`path` text NOT NULL,
	`sha256` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`author` text NOT NULL,
	`run_id` text,
	`conversation_id` text,
	`message_id` text,
	`source` text,
	`restored_from` integer,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_versions_once` ON `workspace_versions` (`tenant_id`,`file_id`,`version`);--> statement-breakpoint
CREATE INDEX `workspace_versions_at` ON `workspace_versions` (`tenant_id`,`at`);--> statement-breakpoint
CREATE INDEX `workspace_versions_run` ON `workspace_versions` (`tenant_id`,`run_id`);--> statement-breakpoint
CREATE TABLE `workspace_words` (
	`tenant_id` text NOT NULL,
	`file_id` text NOT NULL,
	`etag` text NOT NULL,
	`words` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `file_id`)
);

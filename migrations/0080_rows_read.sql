DROP INDEX `workspace_files_deleted`;--> statement-breakpoint
CREATE INDEX `workspace_files_deleted` ON `workspace_files` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
ALTER TABLE `projects` ADD `task_counts` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `board_counts` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_unresolved` ON `notifications` (`tenant_id`,`created_at`) WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX `tasks_overdue` ON `tasks` (`tenant_id`,`project_id`,`due_date`) WHERE due_date is not null and status not in ('completed', 'cancelled') and deleted_at is null;--> statement-breakpoint
CREATE INDEX `project_documents_kind` ON `project_documents` (`tenant_id`,`project_id`,`kind`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `project_agent_runs_planned` ON `project_agent_runs` (`tenant_id`,`project_id`,`agent`) WHERE every is not null and status = 'queued';
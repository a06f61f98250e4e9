CREATE INDEX `project_phases_deleted` ON `project_phases` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `projects_deleted` ON `projects` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `tasks_deleted` ON `tasks` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `automation_rules_deleted` ON `automation_rules` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `checklist_items_deleted` ON `checklist_items` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `comments_deleted` ON `comments` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `custom_field_definitions_deleted` ON `custom_field_definitions` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `forms_deleted` ON `forms` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `goals_deleted` ON `goals` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `project_documents_deleted` ON `project_documents` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `saved_views_deleted` ON `saved_views` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `rates_deleted` ON `rates` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX `tags_deleted` ON `tags` (`tenant_id`,`deleted_at`) WHERE deleted_at is not null;
DROP INDEX `automation_rules_in`;--> statement-breakpoint
CREATE INDEX `automation_rules_in_order` ON `automation_rules` (`tenant_id`,`created_at`,`id`);--> statement-breakpoint
DROP INDEX `custom_field_definitions_of`;--> statement-breakpoint
CREATE INDEX `custom_field_definitions_in_order` ON `custom_field_definitions` (`tenant_id`,`sort_order`,`id`);--> statement-breakpoint
DROP INDEX `forms_in`;--> statement-breakpoint
CREATE INDEX `forms_in_order` ON `forms` (`tenant_id`,`created_at`,`id`);--> statement-breakpoint
DROP INDEX `goals_by_due`;--> statement-breakpoint
CREATE INDEX `goals_in_order` ON `goals` (`tenant_id`,`created_at`,`id`);--> statement-breakpoint
DROP INDEX `saved_views_in`;--> statement-breakpoint
CREATE INDEX `saved_views_by_name` ON `saved_views` (`tenant_id`,`name`,`id`);--> statement-breakpoint
DROP INDEX `checklist_items_of`;--> statement-breakpoint
CREATE INDEX `checklist_items_of` ON `checklist_items` (`tenant_id`,`task_id`,`sort_order`,`id`);--> statement-breakpoint
DROP INDEX `rates_by_role`;--> statement-breakpoint
CREATE INDEX `rates_by_role` ON `rates` (`tenant_id`,`role`,`id`);--> statement-breakpoint
DROP INDEX `tags_by_name`;--> statement-breakpoint
CREATE INDEX `tags_by_name` ON `tags` (`tenant_id`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `events_pm` ON `events` (`tenant_id`,`at`,`seq`) WHERE type >= 'pm.' and type < 'pm/';--> statement-breakpoint
CREATE INDEX `project_documents_changed` ON `project_documents` (`tenant_id`,`updated_at`,`id`);
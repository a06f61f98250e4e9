CREATE TABLE `baseline_tasks` (
	`tenant_id` text NOT NULL,
	`project_id` text NOT NULL,
	`at` text NOT NULL,
	`task_id` text NOT NULL,
	`parent_id` text,
	`phase_id` text,
	`title` text NOT NULL,
	`priority` text NOT NULL,
	`estimated_hours` real,
	`start_date` text,
	`due_date` text,
	PRIMARY KEY(`tenant_id`, `project_id`, `at`, `task_id`)
);
--> statement-breakpoint
CREATE TABLE `custom_field_values` (
	`tenant_id` text NOT NULL,
	`task_id` text NOT NULL,
	`field_id` text NOT NULL,
	`value` text NOT NULL,
	`number` real,
	PRIMARY KEY(`tenant_id`, `task_id`, `field_id`, `value`)
);
--> statement-breakpoint
CREATE INDEX `custom_field_values_of` ON `custom_field_values` (`tenant_id`,`field_id`,`value`);--> statement-breakpoint
CREATE TABLE `project_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`project_id` text,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`label` text NOT NULL,
	`action` text NOT NULL,
	`version` integer NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`run_id` text,
	`undo_of` text,
	`undone_by` text,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `project_changes_of` ON `project_changes` (`tenant_id`,`entity_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `project_changes_in` ON `project_changes` (`tenant_id`,`project_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `project_changes_run` ON `project_changes` (`tenant_id`,`run_id`);--> statement-breakpoint
CREATE TABLE `project_phases` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`sort_order` real NOT NULL
);
--> statement-breakpoint
CREATE INDEX `project_phases_of` ON `project_phases` (`tenant_id`,`project_id`,`sort_order`);--> statement-breakpoint
CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`client_name` text NOT NULL,
	`status` text NOT NULL,
	`owner_id` text,
	`start_date` text,
	`due_date` text,
	`completed_at` text,
	`baseline_at` text,
	`scope_alert_percent` integer NOT NULL,
	`tasks_total` integer NOT NULL,
	`tasks_done` integer NOT NULL,
	`link_vendor` text,
	`link_id` text,
	`link_url` text
);
--> statement-breakpoint
CREATE INDEX `projects_by_name` ON `projects` (`tenant_id`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `projects_by_status` ON `projects` (`tenant_id`,`status`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `projects_by_change` ON `projects` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `projects_link` ON `projects` (`tenant_id`,`link_vendor`,`link_id`) WHERE link_id is not null and deleted_at is null;--> statement-breakpoint
CREATE TABLE `status_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`task_id` text NOT NULL,
	`project_id` text NOT NULL,
	`from_status` text,
	`to_status` text NOT NULL,
	`at` text NOT NULL,
	`hours` real NOT NULL
);
--> statement-breakpoint
CREATE INDEX `status_changes_of` ON `status_changes` (`tenant_id`,`task_id`,`at`);--> statement-breakpoint
CREATE INDEX `status_changes_in` ON `status_changes` (`tenant_id`,`project_id`,`at`);--> statement-breakpoint
CREATE INDEX `status_changes_at` ON `status_changes` (`tenant_id`,`at`);--> statement-breakpoint
CREATE TABLE `task_assignments` (
	`tenant_id` text NOT NULL,
	`task_id` text NOT NULL,
	`user_id` text NOT NULL,
	`project_id` text NOT NULL,
	`open` integer NOT NULL,
	`due` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `task_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `task_assignments_of` ON `task_assignments` (`tenant_id`,`user_id`,`open`,`due`,`task_id`);--> statement-breakpoint
CREATE TABLE `task_dependencies` (
	`tenant_id` text NOT NULL,
	`task_id` text NOT NULL,
	`depends_on_id` text NOT NULL,
	`project_id` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `task_id`, `depends_on_id`)
);
--> statement-breakpoint
CREATE INDEX `task_dependencies_on` ON `task_dependencies` (`tenant_id`,`depends_on_id`);--> statement-breakpoint
CREATE INDEX `task_dependencies_in` ON `task_dependencies` (`tenant_id`,`project_id`);--> statement-breakpoint
CREATE TABLE `task_tags` (
	`tenant_id` text NOT NULL,
	`task_id` text NOT NULL,
	`tag_id` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `task_id`, `tag_id`)
);
--> statement-breakpoint
CREATE INDEX `task_tags_of` ON `task_tags` (`tenant_id`,`tag_id`,`task_id`);--> statement-breakpoint
CREATE TABLE `tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`project_id` text NOT NULL,
	`phase_id` text,
	`parent_id` text,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`status` text NOT NULL,
	`priority` text NOT NULL,
	`estimated_hours` real,
	`actual_hours` real,
	`start_date` text,
	`due_date` text,
	`sort_order` real NOT NULL,
	`client_visible` integer NOT NULL,
	`started_at` text,
	`completed_at` text,
	`status_changed_at` text NOT NULL,
	`last_comment_at` text,
	`assignee_ids` text NOT NULL,
	`tag_ids` text NOT NULL,
	`depends_on` text NOT NULL,
	`fields` text NOT NULL,
	`comment_count` integer NOT NULL,
	`checklist_total` integer NOT NULL,
	`checklist_done` integer NOT NULL,
	`created_by_kind` text NOT NULL,
	`created_by_id` text NOT NULL,
	`link_vendor` text,
	`link_id` text,
	`link_url` text,
	`link_read_at` text
);
--> statement-breakpoint
CREATE INDEX `tasks_board` ON `tasks` (`tenant_id`,`project_id`,`status`,`sort_order`,`id`);--> statement-breakpoint
CREATE INDEX `tasks_in_order` ON `tasks` (`tenant_id`,`project_id`,`sort_order`,`id`);--> statement-breakpoint
CREATE INDEX `tasks_by_due` ON `tasks` (`tenant_id`,`project_id`,case when "due_date" is null then '9999-12-31' else "due_date" end,`id`);--> statement-breakpoint
CREATE INDEX `tasks_by_change` ON `tasks` (`tenant_id`,`project_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `tasks_parts` ON `tasks` (`tenant_id`,`parent_id`,`sort_order`);--> statement-breakpoint
CREATE INDEX `tasks_open_due` ON `tasks` (`tenant_id`,case when "due_date" is null then '9999-12-31' else "due_date" end,`id`) WHERE status not in ('completed', 'cancelled') and deleted_at is null;--> statement-breakpoint
CREATE INDEX `tasks_still` ON `tasks` (`tenant_id`,`status`,`status_changed_at`,`id`);--> statement-breakpoint
CREATE INDEX `tasks_changed` ON `tasks` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `tasks_link` ON `tasks` (`tenant_id`,`link_vendor`,`link_id`) WHERE link_id is not null and deleted_at is null;--> statement-breakpoint
CREATE TABLE `automation_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`project_id` text,
	`name` text NOT NULL,
	`event` text NOT NULL,
	`conditions` text,
	`actions` text NOT NULL,
	`enabled` integer NOT NULL,
	`runs` integer NOT NULL,
	`last_run_at` text,
	`problem` text
);
--> statement-breakpoint
CREATE INDEX `automation_rules_in` ON `automation_rules` (`tenant_id`,`project_id`);--> statement-breakpoint
CREATE INDEX `automation_rules_for` ON `automation_rules` (`tenant_id`,`event`) WHERE enabled = 1 and deleted_at is null;--> statement-breakpoint
CREATE TABLE `checklist_items` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`project_id` text NOT NULL,
	`task_id` text NOT NULL,
	`checklist` text NOT NULL,
	`title` text NOT NULL,
	`done` integer NOT NULL,
	`sort_order` real NOT NULL
);
--> statement-breakpoint
CREATE INDEX `checklist_items_of` ON `checklist_items` (`tenant_id`,`task_id`,`sort_order`);--> statement-breakpoint
CREATE TABLE `comments` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`project_id` text NOT NULL,
	`task_id` text,
	`author_kind` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`body` text NOT NULL,
	`mentions` text NOT NULL,
	`run_id` text
);
--> statement-breakpoint
CREATE INDEX `comments_of` ON `comments` (`tenant_id`,`task_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `comments_in` ON `comments` (`tenant_id`,`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `comments_changed` ON `comments` (`tenant_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `custom_field_definitions` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`project_id` text,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`options` text NOT NULL,
	`sort_order` real NOT NULL
);
--> statement-breakpoint
CREATE INDEX `custom_field_definitions_of` ON `custom_field_definitions` (`tenant_id`,`project_id`,`sort_order`);--> statement-breakpoint
CREATE TABLE `form_submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`form_id` text NOT NULL,
	`project_id` text NOT NULL,
	`task_id` text NOT NULL,
	`answers` text NOT NULL,
	`by_id` text NOT NULL,
	`by_name` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `form_submissions_of` ON `form_submissions` (`tenant_id`,`form_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `forms` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`project_id` text NOT NULL,
	`phase_id` text,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`fields` text NOT NULL,
	`assignee_ids` text NOT NULL,
	`enabled` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `forms_in` ON `forms` (`tenant_id`,`project_id`);--> statement-breakpoint
CREATE TABLE `goal_task_links` (
	`tenant_id` text NOT NULL,
	`goal_id` text NOT NULL,
	`task_id` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `goal_id`, `task_id`)
);
--> statement-breakpoint
CREATE INDEX `goal_task_links_of` ON `goal_task_links` (`tenant_id`,`task_id`);--> statement-breakpoint
CREATE TABLE `goals` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`project_id` text,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`owner_id` text,
	`measure` text NOT NULL,
	`target` real NOT NULL,
	`current` real NOT NULL,
	`unit` text NOT NULL,
	`due_date` text,
	`task_ids` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `goals_by_due` ON `goals` (`tenant_id`,`due_date`,`id`);--> statement-breakpoint
CREATE INDEX `goals_in` ON `goals` (`tenant_id`,`project_id`);--> statement-breakpoint
CREATE TABLE `project_documents` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`project_id` text NOT NULL,
	`title` text NOT NULL,
	`kind` text NOT NULL,
	`path` text NOT NULL,
	`created_by` text NOT NULL,
	`run_id` text
);
--> statement-breakpoint
CREATE INDEX `project_documents_in` ON `project_documents` (`tenant_id`,`project_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `project_documents_path` ON `project_documents` (`tenant_id`,`path`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `rates` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`role` text NOT NULL,
	`user_id` text,
	`per_hour` real NOT NULL,
	`currency` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rates_by_role` ON `rates` (`tenant_id`,`role`);--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`project_id` text,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`shared` integer NOT NULL,
	`settings` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `saved_views_in` ON `saved_views` (`tenant_id`,`project_id`,`name`);--> statement-breakpoint
CREATE TABLE `tags` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`version` integer NOT NULL,
	`move_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	`name` text NOT NULL,
	`color` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `tags_by_name` ON `tags` (`tenant_id`,`name`);
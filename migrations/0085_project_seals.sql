ALTER TABLE `project_changes` ADD `salt` text;--> statement-breakpoint
ALTER TABLE `project_changes` ADD `digest` text;--> statement-breakpoint
ALTER TABLE `project_changes` ADD `previous` text;--> statement-breakpoint
ALTER TABLE `project_changes` ADD `seal` text;--> statement-breakpoint
ALTER TABLE `project_phases` ADD `history_seal` text;--> statement-breakpoint
ALTER TABLE `projects` ADD `history_seal` text;--> statement-breakpoint
ALTER TABLE `tasks` ADD `history_seal` text;--> statement-breakpoint
ALTER TABLE `automation_rules` ADD `history_seal` text;--> statement-breakpoint
ALTER TABLE `checklist_items` ADD `history_seal` text;--> statement-breakpoint
ALTER TABLE `comments` ADD `history_seal` text;--> statement-breakpoint
ALTER TABLE `custom_field_definitions` ADD `history_seal` text;--> statement-breakpoint
ALTER TABLE `forms` ADD `history_seal` text;--> statement-breakpoint
ALTER TABLE `goals` ADD `history_seal` text;--> statement-breakpoint
ALTER TABLE `project_documents` ADD `history_seal` text;--> statement-breakpoint
ALTER TABLE `saved_views` ADD `history_seal` text;--> statement-breakpoint
ALTER TABLE `rates` ADD `history_seal` text;--> statement-breakpoint
ALTER TABLE `tags` ADD `history_seal` text;
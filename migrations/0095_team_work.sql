ALTER TABLE `first_steps` ADD `work` text;--> statement-breakpoint
ALTER TABLE `invites` ADD `email` text;
CREATE TABLE `thread_views` (
	`tenant_id` text NOT NULL,
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`view` text NOT NULL,
	`line` text,
	`assignee_id` text,
	PRIMARY KEY(`tenant_id`, `user_id`, `id`)
);

CREATE TABLE `first_steps` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`files_at` text,
	`ended_at` text
);

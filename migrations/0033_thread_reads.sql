CREATE TABLE `thread_reads` (
	`tenant_id` text NOT NULL,
	`user_id` text NOT NULL,
	`number` text NOT NULL,
	`line` text NOT NULL,
	`read_up_to` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `user_id`, `number`, `line`)
);

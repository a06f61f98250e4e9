CREATE TABLE `upkeep_plans` (
	`tenant_id` text NOT NULL,
	`run_id` text NOT NULL,
	`fold` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `run_id`)
);

CREATE TABLE `upkeep_lines` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`note` text NOT NULL,
	`line` integer NOT NULL,
	`outcome` text NOT NULL,
	`area` text,
	`run_id` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);

CREATE TABLE `matter_days` (
	`tenant_id` text NOT NULL,
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`matters` integer NOT NULL,
	`cost_micro_usd` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `day`, `kind`)
);

CREATE TABLE `account_values` (
	`tenant_id` text NOT NULL,
	`account_id` text NOT NULL,
	`field` text NOT NULL,
	`value` text NOT NULL,
	`hundredths` integer,
	PRIMARY KEY(`tenant_id`, `account_id`, `field`)
);
--> statement-breakpoint
CREATE INDEX `account_values_by_value` ON `account_values` (`tenant_id`,`field`,`value`,`account_id`);--> statement-breakpoint
CREATE INDEX `account_values_by_amount` ON `account_values` (`tenant_id`,`field`,`hundredths`,`account_id`) WHERE hundredths is not null;--> statement-breakpoint
ALTER TABLE `accounts` ADD `details` text DEFAULT '[]' NOT NULL;
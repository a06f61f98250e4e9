CREATE TABLE `search_outbox` (
	`tenant_id` text NOT NULL,
	`source` text NOT NULL,
	`item_id` text NOT NULL,
	`queued_at` integer NOT NULL,
	PRIMARY KEY(`tenant_id`, `source`, `item_id`)
);
--> statement-breakpoint
CREATE INDEX `search_outbox_age` ON `search_outbox` (`queued_at`);
ALTER TABLE `accounts` ADD `pending_actions` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `accounts_by_contact` ON `accounts` (`tenant_id`,`stage`,`last_contact_at`);
CREATE TABLE `invites` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`role` text NOT NULL,
	`created_by_id` text NOT NULL,
	`created_by_name` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	`used_by_id` text,
	`revoked_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invites_secret` ON `invites` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `invites_tenant` ON `invites` (`tenant_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `audit` ADD `area` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `audit` ADD `changes` text;--> statement-breakpoint
CREATE INDEX `audit_actor` ON `audit` (`tenant_id`,`actor_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_area` ON `audit` (`tenant_id`,`area`,`at`);--> statement-breakpoint
UPDATE `audit` SET `area` = substr(`action`, 1, instr(`action`, '.') - 1);

CREATE INDEX `calls_recent` ON `calls` (`tenant_id`,`at`);--> statement-breakpoint
CREATE INDEX `texts_recent` ON `texts` (`tenant_id`,`at`);
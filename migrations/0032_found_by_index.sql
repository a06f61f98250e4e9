DROP INDEX `contact_keys_of`;--> statement-breakpoint
CREATE INDEX `contact_keys_held` ON `contact_keys` (`tenant_id`,`contact_id`,`key`);--> statement-breakpoint
CREATE INDEX `approvals_updated` ON `approvals` (`tenant_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `runs_recent` ON `runs` (`tenant_id`,`started_at`,`id`) WHERE "runs"."parent_run_id" is null;
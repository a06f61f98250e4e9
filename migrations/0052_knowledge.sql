CREATE TABLE `knowledge_items` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`source_id` text NOT NULL,
	`kind` text NOT NULL,
	`external_id` text NOT NULL,
	`title` text NOT NULL,
	`at` text NOT NULL,
	`link` text NOT NULL,
	`people` text NOT NULL,
	`facts` text NOT NULL,
	`stamp` text NOT NULL,
	`hash` text NOT NULL,
	`characters` integer NOT NULL,
	`note` text,
	`seen` integer NOT NULL,
	`read_at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `knowledge_items_of_source` ON `knowledge_items` (`tenant_id`,`source_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `knowledge_items_seen` ON `knowledge_items` (`tenant_id`,`source_id`,`seen`);--> statement-breakpoint
CREATE INDEX `knowledge_items_kind` ON `knowledge_items` (`tenant_id`,`kind`,`id`);--> statement-breakpoint
CREATE TABLE `knowledge_sources` (
	`id` text NOT NULL,
	`tenant_id` text NOT NULL,
	`connection_id` text NOT NULL,
	`vendor` text NOT NULL,
	`kind` text NOT NULL,
	`person` text NOT NULL,
	`window_days` integer NOT NULL,
	`state` text NOT NULL,
	`pass` integer NOT NULL,
	`is_whole` integer NOT NULL,
	`since` text,
	`cursor` text,
	`is_sweeping` integer NOT NULL,
	`is_partial` integer NOT NULL,
	`started_at` text NOT NULL,
	`done` integer NOT NULL,
	`expected` integer,
	`within` integer NOT NULL,
	`items` integer NOT NULL,
	`not_read` integer NOT NULL,
	`whole_at` text,
	`finished_at` text,
	`failures` integer NOT NULL,
	`problem` text,
	`due_at` text,
	`created_by_name` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `knowledge_sources_due` ON `knowledge_sources` (`due_at`);--> statement-breakpoint
CREATE INDEX `knowledge_sources_tenant_due` ON `knowledge_sources` (`tenant_id`,`due_at`);
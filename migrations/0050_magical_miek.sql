CREATE TABLE `slack_cards` (
	`tenant_id` text NOT NULL,
	`approval_id` text NOT NULL,
	`connection_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`ts` text NOT NULL,
	`member_id` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `approval_id`, `channel_id`, `ts`)
);
--> statement-breakpoint
CREATE INDEX `slack_cards_old` ON `slack_cards` (`tenant_id`,`at`);--> statement-breakpoint
CREATE TABLE `slack_inbox` (
	`tenant_id` text NOT NULL,
	`id` text NOT NULL,
	`connection_id` text NOT NULL,
	`kind` text NOT NULL,
	`workspace_id` text NOT NULL,
	`user_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`ts` text,
	`thread_ts` text,
	`text` text NOT NULL,
	`press` text,
	`received_at` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`attempts` integer NOT NULL,
	`answer_in` text,
	PRIMARY KEY(`tenant_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `slack_inbox_user` ON `slack_inbox` (`tenant_id`,`user_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `slack_inbox_old` ON `slack_inbox` (`tenant_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `slack_inbox_waiting` ON `slack_inbox` (`received_at`) WHERE state = 'received';
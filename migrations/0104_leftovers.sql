DROP TABLE `search_outbox`;--> statement-breakpoint
DROP TABLE `mail_failures`;
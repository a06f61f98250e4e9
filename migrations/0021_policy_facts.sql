ALTER TABLE `approvals` ADD `facts` text;--> statement-breakpoint
ALTER TABLE `users` ADD `phone` text;
ALTER TABLE `text_threads` ADD `with_address` text;--> statement-breakpoint
ALTER TABLE `text_threads` ADD `with_name` text;--> statement-breakpoint
ALTER TABLE `text_threads` ADD `subject` text;--> statement-breakpoint
INSERT OR IGNORE INTO `text_threads` (
  `tenant_id`, `number`, `line`, `with_address`, `with_name`, `subject`, `status`, `active_at`, `last_at`,
  `last_direction`, `last_words`, `last_incoming_at`, `revision`
)
SELECT
  `tenant_id`, `thread_id`, `mailbox`, `from_address`, `from_name`, `subject`, 'done', `at`, `at`,
  'incoming', substr(`text`, 1, 200), `at`, 1
FROM (
  SELECT *, max(`at`)
  FROM `mails`
  WHERE `direction` = 'incoming' AND `state` = 'handed' AND `reason` IS NULL
  GROUP BY `tenant_id`, `thread_id`, `mailbox`
);

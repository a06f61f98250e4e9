CREATE TABLE `opt_outs` (
	`tenant_id` text NOT NULL,
	`number` text NOT NULL,
	`opted_out` integer NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`tenant_id`, `number`)
);
--> statement-breakpoint
INSERT INTO `opt_outs` (`tenant_id`, `number`, `opted_out`, `at`) SELECT `tenant_id`, `contact_number`, `opted_out`, `at` FROM (SELECT `tenant_id`, `contact_number`, `at`, `opted_out`, row_number() OVER (PARTITION BY `tenant_id`, `contact_number` ORDER BY `at` DESC, `opted_out` DESC) AS `place` FROM (SELECT `tenant_id`, `contact_number`, `at`, CASE WHEN `word` IN ('stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'opt out', 'revoke', 'alto', 'parar') THEN 1 WHEN `word` IN ('start', 'unstop', 'yes', 'optin', 'opt in', 'subscribe') THEN 0 END AS `opted_out` FROM (SELECT `tenant_id`, `contact_number`, `at`, trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(`text`), '.', ' '), '!', ' '), '?', ' '), ',', ' '), ';', ' '), '"', ' '), '''', ' '), '-', ' '), char(10), ' '), char(13), ' '), char(9), ' ')) AS `word` FROM `texts` WHERE `direction` = 'incoming' AND length(`text`) <= 40)) WHERE `opted_out` IS NOT NULL) WHERE `place` = 1;

INSERT INTO `run_traces` (`tenant_id`, `run_id`, `part`, `at`, `steps`)
SELECT `tenant_id`, `run_id`, `position` / 200, max(`at`),
	json_group_array(json_object('position', `position`, 'kind', `kind`, 'name', `name`, 'status', `status`, 'at', `at`, 'durationMs', `duration_ms`, 'detail', json(`detail`)))
FROM (SELECT * FROM `run_steps` ORDER BY `tenant_id`, `run_id`, `position`)
GROUP BY `tenant_id`, `run_id`, `position` / 200;--> statement-breakpoint
DROP TABLE `run_steps`;
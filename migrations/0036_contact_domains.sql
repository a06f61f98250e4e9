-- The domains of the addresses of contacts, as keys of their own.
INSERT OR IGNORE INTO `contact_keys` (`tenant_id`, `key`, `contact_id`) SELECT `tenant_id`, substr(`key`, instr(`key`, '@')), `contact_id` FROM `contact_keys` WHERE instr(`key`, '@') > 1;

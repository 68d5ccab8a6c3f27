ALTER TABLE `claimers` ADD `bill_id` text;--> statement-breakpoint
-- What was asked for before: by the request itself, and by what was prepared for any wallet that might pay it.
UPDATE `claimers` SET `bill_id` = `asked`.`bill_id` FROM (
	SELECT `bill_id`, `build` FROM `sign_requests` WHERE `bill_id` IS NOT NULL
	UNION ALL
	SELECT `r`.`bill_id`, `p`.`build` FROM `sign_preparations` AS `p` JOIN `sign_requests` AS `r` ON `r`.`id` = `p`.`sign_id` WHERE `r`.`bill_id` IS NOT NULL
) AS `asked` WHERE `claimers`.`id` = json_extract(`asked`.`build`, '$.claimer._id');

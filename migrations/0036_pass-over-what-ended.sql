ALTER TABLE `claimers` ADD `is_over` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `claimers` SET `is_over` = 1 WHERE EXISTS (SELECT 1 FROM `claims` WHERE `claimer_id` = `claimers`.`id`) AND NOT EXISTS (SELECT 1 FROM `claims` WHERE `claimer_id` = `claimers`.`id` AND `status` <> 'paid');--> statement-breakpoint
CREATE INDEX `claimers_owed_account` ON `claimers` (`platform`,`bound_user_id`) WHERE is_over = 0;--> statement-breakpoint
CREATE INDEX `claimers_owed_handle` ON `claimers` (`platform`,`handle`) WHERE bound_user_id is null and is_over = 0;--> statement-breakpoint
ALTER TABLE `sign_requests` ADD `is_forgotten` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `sign_requests_unforgotten` ON `sign_requests` (`is_forgotten`) WHERE tx_hash is not null and is_forgotten = 0;
ALTER TABLE `claimers` ADD `cancel_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `claimers` ADD `link_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `claimers` ADD `link_renewed_at` integer;--> statement-breakpoint
ALTER TABLE `claims` ADD `expires_at` integer;--> statement-breakpoint
CREATE INDEX `claims_expiry` ON `claims` (`expires_at`) WHERE status = 'funded';--> statement-breakpoint
ALTER TABLE `redemptions` ADD `purpose` text DEFAULT 'redeem' NOT NULL;--> statement-breakpoint
UPDATE `claims` SET `expires_at` = unixepoch() * 1000 + 1209600000 WHERE `status` <> 'paid' AND `claimer_id` IN (SELECT `id` FROM `claimers` WHERE `sealed_key` IS NOT NULL);

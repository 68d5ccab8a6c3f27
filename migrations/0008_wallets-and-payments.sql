CREATE TABLE `linked_wallets` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_account` text NOT NULL,
	`family` text NOT NULL,
	`key` text NOT NULL,
	`coin_type` integer,
	`is_default` integer NOT NULL,
	`linked_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `linked_wallets_key` ON `linked_wallets` (`owner_account`,`family`,`key`);--> statement-breakpoint
CREATE TABLE `wallet_links` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_account` text NOT NULL,
	`handle` text,
	`nonce` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`wallet_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wallet_links_owner_account_unique` ON `wallet_links` (`owner_account`);--> statement-breakpoint
ALTER TABLE `quotes` ADD `understood` text;--> statement-breakpoint
ALTER TABLE `sign_requests` ADD `terms` text;--> statement-breakpoint
ALTER TABLE `sign_requests` ADD `replaced_by` text;
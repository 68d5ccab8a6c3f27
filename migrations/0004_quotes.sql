CREATE TABLE `quotes` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_account` text NOT NULL,
	`token_in` text NOT NULL,
	`token_out` text NOT NULL,
	`amount` text NOT NULL,
	`chain_uid` text,
	`answer` text NOT NULL,
	`quoted_at` integer NOT NULL,
	`is_asked_again` integer NOT NULL,
	`sign_id` text
);

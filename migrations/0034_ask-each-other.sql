CREATE TABLE `bill_shares` (
	`bill_id` text NOT NULL,
	`number` integer NOT NULL,
	`platform` text NOT NULL,
	`handle` text NOT NULL,
	`user_id` text,
	`name` text,
	`amount` text NOT NULL,
	`sign_id` text,
	`declined_at` integer,
	PRIMARY KEY(`bill_id`, `number`),
	FOREIGN KEY (`bill_id`) REFERENCES `bills`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `bills` (
	`id` text PRIMARY KEY NOT NULL,
	`asker_account` text NOT NULL,
	`asker_handle` text,
	`asker_name` text NOT NULL,
	`token` text NOT NULL,
	`note` text,
	`created_at` integer NOT NULL,
	`voided_at` integer,
	`reminded_at` integer
);
--> statement-breakpoint
CREATE INDEX `bills_asker` ON `bills` (`asker_account`);
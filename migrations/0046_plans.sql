CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_account` text NOT NULL,
	`owner_handle` text,
	`owner_name` text NOT NULL,
	`platform` text NOT NULL,
	`handle` text NOT NULL,
	`user_id` text,
	`name` text,
	`amount` text NOT NULL,
	`usd` text,
	`token` text NOT NULL,
	`note` text,
	`every` text NOT NULL,
	`starts_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`paused_at` integer
);
--> statement-breakpoint
CREATE INDEX `plans_owner` ON `plans` (`owner_account`);--> statement-breakpoint
CREATE INDEX `plans_due` ON `plans` (`due_at`) WHERE paused_at is null;
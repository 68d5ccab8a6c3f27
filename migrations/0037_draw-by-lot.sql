CREATE TABLE `giveaway_entrants` (
	`giveaway_id` text NOT NULL,
	`number` integer NOT NULL,
	`entrant_id` text NOT NULL,
	`user_id` text,
	`handle` text,
	`name` text,
	`ticket` text,
	`struck` integer DEFAULT false NOT NULL,
	`place` integer,
	`settled_at` integer,
	PRIMARY KEY(`giveaway_id`, `number`),
	FOREIGN KEY (`giveaway_id`) REFERENCES `giveaways`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `giveaway_entrants_account` ON `giveaway_entrants` (`giveaway_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `giveaway_entrants_user` ON `giveaway_entrants` (`user_id`);--> statement-breakpoint
CREATE TABLE `giveaways` (
	`id` text PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`maker_account` text NOT NULL,
	`sign_id` text NOT NULL,
	`token` text NOT NULL,
	`amount` text NOT NULL,
	`winners` integer NOT NULL,
	`rules` text NOT NULL,
	`ends_at` integer NOT NULL,
	`seed` text NOT NULL,
	`block_height` integer,
	`block_hash` text,
	`block_at` integer,
	`drawn_at` integer,
	`over_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `giveaways_open` ON `giveaways` (`ends_at`) WHERE over_at is null;--> statement-breakpoint
CREATE INDEX `giveaways_chat` ON `giveaways` (`chat`,`drawn_at`);--> statement-breakpoint
ALTER TABLE `languages` ADD `time_zone` text;
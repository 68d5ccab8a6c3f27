CREATE TABLE `group_settings` (
	`subject` text PRIMARY KEY NOT NULL,
	`tokens` text,
	`largest_tip` text DEFAULT '{}' NOT NULL,
	`largest_quote` text DEFAULT '{}' NOT NULL,
	`is_quiet` integer DEFAULT false NOT NULL,
	`delete_after_min` integer
);
--> statement-breakpoint
CREATE TABLE `passing_messages` (
	`surface` text NOT NULL,
	`chat` text NOT NULL,
	`message_id` text NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`surface`, `chat`, `message_id`)
);
--> statement-breakpoint
CREATE INDEX `passing_messages_due` ON `passing_messages` (`due_at`);
CREATE TABLE `message_authors` (
	`surface` text NOT NULL,
	`chat` text NOT NULL,
	`message_id` text NOT NULL,
	`platform` text NOT NULL,
	`user_id` text NOT NULL,
	`handle` text,
	`name` text NOT NULL,
	`written_at` integer NOT NULL,
	PRIMARY KEY(`surface`, `chat`, `message_id`)
);
--> statement-breakpoint
CREATE INDEX `message_authors_time` ON `message_authors` (`written_at`);--> statement-breakpoint
CREATE INDEX `message_authors_person` ON `message_authors` (`platform`,`user_id`);--> statement-breakpoint
ALTER TABLE `group_settings` ADD `reaction` text;
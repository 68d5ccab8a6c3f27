CREATE TABLE `active_members` (
	`platform` text NOT NULL,
	`chat` text NOT NULL,
	`user_id` text NOT NULL,
	`handle` text,
	`name` text NOT NULL,
	`spoke_at` integer NOT NULL,
	PRIMARY KEY(`platform`, `chat`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `active_members_spoke` ON `active_members` (`spoke_at`);--> statement-breakpoint
CREATE TABLE `claim_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`sender_account` text,
	`is_open` integer NOT NULL,
	`closed_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `claim_groups_sender` ON `claim_groups` (`sender_account`,`created_at`);--> statement-breakpoint
CREATE INDEX `claim_groups_closed` ON `claim_groups` (`closed_at`);--> statement-breakpoint
ALTER TABLE `claimers` ADD `group_id` text REFERENCES claim_groups(id);--> statement-breakpoint
ALTER TABLE `claimers` ADD `recipient_name` text;--> statement-breakpoint
CREATE INDEX `claimers_group` ON `claimers` (`group_id`,`bound_user_id`);--> statement-breakpoint
ALTER TABLE `sign_requests` ADD `share_out` text;
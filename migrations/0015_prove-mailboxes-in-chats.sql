CREATE TABLE `opened_links` (
	`account` text PRIMARY KEY NOT NULL,
	`claimer_id` text NOT NULL,
	`link_version` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`claimer_id`) REFERENCES `claimers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `claim_sessions` ADD `account` text;--> statement-breakpoint
CREATE INDEX `claim_sessions_account` ON `claim_sessions` (`account`);
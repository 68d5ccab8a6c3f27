CREATE TABLE `unlisted` (
	`account` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `claimers` ADD `asked_in` text;--> statement-breakpoint
CREATE INDEX `claimers_asked_in` ON `claimers` (`asked_in`,`created_at`) WHERE asked_in is not null;--> statement-breakpoint
ALTER TABLE `claims` ADD `usd_cents` integer;--> statement-breakpoint
ALTER TABLE `sign_requests` ADD `asked_in` text;
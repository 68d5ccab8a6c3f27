CREATE TABLE `handle_sightings` (
	`platform` text NOT NULL,
	`handle` text NOT NULL,
	`user_id` text NOT NULL,
	`first_seen_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`changed_at` integer,
	PRIMARY KEY(`platform`, `handle`, `user_id`)
);
--> statement-breakpoint
ALTER TABLE `claimers` ADD `doubt` text;--> statement-breakpoint
ALTER TABLE `claimers` ADD `cooling_ends_at` integer;--> statement-breakpoint
CREATE INDEX `claimers_undecided` ON `claimers` (`platform`,`handle`) WHERE bound_user_id is null and doubt is null and sealed_key is not null;--> statement-breakpoint
-- When an account was last seen under a handle was not kept: what is certain is when it was first seen, and each time that a tip to it was bound.
INSERT INTO `handle_sightings` (`platform`, `handle`, `user_id`, `first_seen_at`, `last_seen_at`)
SELECT `platform`, `handle`, `user_id`, min(`seen_at`), max(`seen_at`) FROM (
	SELECT `platform`, `handle`, `user_id`, `first_seen_at` AS `seen_at` FROM `accounts` WHERE `handle` IS NOT NULL
	UNION ALL
	SELECT `platform`, `handle`, `bound_user_id`, `created_at` FROM `claimers` WHERE `bound_user_id` IS NOT NULL AND `handle` <> ''
) GROUP BY `platform`, `handle`, `user_id`;

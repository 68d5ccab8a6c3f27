CREATE TABLE `sign_ins` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`claimer_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`claimer_id`) REFERENCES `claimers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sign_ins_claimer` ON `sign_ins` (`claimer_id`);
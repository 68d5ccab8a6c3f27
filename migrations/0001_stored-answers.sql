CREATE TABLE `stored_answers` (
	`key` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer,
	`sealed` blob,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stored_answers_expiry` ON `stored_answers` (`expires_at`);
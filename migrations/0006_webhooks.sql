CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`chain_uid` text NOT NULL,
	`tx_hash` text NOT NULL,
	`url` text NOT NULL,
	`changed_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`changes` integer DEFAULT 1 NOT NULL,
	`due_at` integer
);
--> statement-breakpoint
CREATE INDEX `webhooks_watch` ON `webhooks` (`chain_uid`,`tx_hash`);--> statement-breakpoint
CREATE INDEX `webhooks_due` ON `webhooks` (`due_at`);--> statement-breakpoint
CREATE INDEX `sign_requests_owner` ON `sign_requests` (`owner_account`,`created_at`);
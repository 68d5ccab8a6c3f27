CREATE TABLE `price_alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_account` text NOT NULL,
	`owner_handle` text,
	`token` text NOT NULL,
	`other` text NOT NULL,
	`side` text NOT NULL,
	`target` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `price_alerts_owner` ON `price_alerts` (`owner_account`);--> statement-breakpoint
CREATE INDEX `price_alerts_target` ON `price_alerts` (`token`,`other`,`side`,`target`);
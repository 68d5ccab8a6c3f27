CREATE TABLE `payout_ids` (
	`tx_id` text PRIMARY KEY NOT NULL,
	`parent_tx_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payout_ids_parent` ON `payout_ids` (`parent_tx_id`);
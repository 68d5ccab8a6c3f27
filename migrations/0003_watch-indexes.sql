CREATE TABLE `hop_times` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`chain_uid` text NOT NULL,
	`ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `hop_times_place` ON `hop_times` (`kind`,`chain_uid`,`id`);--> statement-breakpoint
ALTER TABLE `watches` ADD `awaits` text;--> statement-breakpoint
ALTER TABLE `watches` ADD `due_ms` integer;--> statement-breakpoint
ALTER TABLE `watches` ADD `look_at` integer DEFAULT 0;--> statement-breakpoint
CREATE INDEX `watches_tx_id` ON `watches` (`tx_id`);--> statement-breakpoint
CREATE INDEX `watches_awaits` ON `watches` (`awaits`,`due_ms`);--> statement-breakpoint
CREATE INDEX `watches_look` ON `watches` (`chain_uid`,`look_at`);
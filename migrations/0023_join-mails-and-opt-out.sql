CREATE TABLE `opt_outs` (
	`hash` text PRIMARY KEY NOT NULL,
	`opted_out_at` integer,
	`moved_to` text
);
--> statement-breakpoint
ALTER TABLE `outbox` ADD `mail` text;--> statement-breakpoint
CREATE INDEX `outbox_of_handle` ON `outbox` (`platform`,`handle`,`delivered_at`) WHERE handle is not null;
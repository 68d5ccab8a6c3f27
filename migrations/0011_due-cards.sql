ALTER TABLE `live_cards` ADD `due_at` integer;--> statement-breakpoint
ALTER TABLE `live_cards` ADD `changes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `live_cards` ADD `attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `live_cards` ADD `crowd` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `live_cards_due` ON `live_cards` (`surface`,`due_at`) WHERE due_at is not null;
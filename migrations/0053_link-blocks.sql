ALTER TABLE `cursors` ADD `hash` text;--> statement-breakpoint
ALTER TABLE `cursors` ADD `hash_height` integer;
ALTER TABLE `bills` ADD `is_invoice` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `bills` ADD `expires_at` integer;
DROP INDEX `claim_groups_closed`;--> statement-breakpoint
ALTER TABLE `claim_groups` ADD `is_over` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `claim_groups_closed` ON `claim_groups` (`closed_at`) WHERE is_over = 0;
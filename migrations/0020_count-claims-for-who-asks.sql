DROP INDEX `claimers_sender`;--> statement-breakpoint
ALTER TABLE `claimers` ADD `asked_by` text;--> statement-breakpoint
CREATE INDEX `claimers_asked_by` ON `claimers` (`asked_by`,`created_at`);
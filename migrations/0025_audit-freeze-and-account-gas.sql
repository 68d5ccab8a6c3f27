CREATE TABLE `audit_log` (
	`number` integer PRIMARY KEY NOT NULL,
	`entry` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `freezes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`platform` text,
	`user_id` text,
	`handle` text,
	`reason` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `freezes_subject` ON `freezes` (`kind`,`subject`);--> statement-breakpoint
ALTER TABLE `claim_sessions` ADD `proof` text DEFAULT 'session' NOT NULL;--> statement-breakpoint
ALTER TABLE `redemptions` ADD `fee` text DEFAULT '0' NOT NULL;--> statement-breakpoint
CREATE INDEX `redemptions_made` ON `redemptions` (`created_at`);--> statement-breakpoint
-- The audit log is only ever added to. INSERT OR REPLACE deletes without a trigger on DELETE, so the order is held, too.
CREATE TRIGGER `audit_log_in_order` BEFORE INSERT ON `audit_log`
WHEN NEW.`number` IS NOT (SELECT coalesce(max(`number`), 0) + 1 FROM `audit_log`)
BEGIN SELECT RAISE(ABORT, 'an entry of the audit log comes after the last one'); END;--> statement-breakpoint
CREATE TRIGGER `audit_log_no_update` BEFORE UPDATE ON `audit_log`
BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;--> statement-breakpoint
CREATE TRIGGER `audit_log_no_delete` BEFORE DELETE ON `audit_log`
BEGIN SELECT RAISE(ABORT, 'the audit log is never deleted from'); END;

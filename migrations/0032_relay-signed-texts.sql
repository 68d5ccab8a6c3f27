CREATE TABLE `relays` (
	`id` text PRIMARY KEY NOT NULL,
	`signer` text NOT NULL,
	`nonce` text NOT NULL,
	`message` text,
	`expires_at` integer NOT NULL,
	`sign_id` text,
	`types` text NOT NULL,
	`relayer_address` text NOT NULL,
	`sequence` integer NOT NULL,
	`tx_hash` text NOT NULL,
	`tx_bytes` blob,
	`fee` text NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `relays_nonce` ON `relays` (`signer`,`nonce`);--> statement-breakpoint
CREATE UNIQUE INDEX `relays_sequence` ON `relays` (`relayer_address`,`sequence`);--> statement-breakpoint
CREATE INDEX `relays_signer` ON `relays` (`signer`,`created_at`);--> statement-breakpoint
CREATE INDEX `relays_made` ON `relays` (`created_at`);--> statement-breakpoint
CREATE INDEX `relays_signed` ON `relays` (`sequence`) WHERE status = 'signed';--> statement-breakpoint
ALTER TABLE `sign_requests` ADD `sent_on` text;
CREATE TABLE `accounts` (
	`platform` text NOT NULL,
	`user_id` text NOT NULL,
	`handle` text,
	`first_seen_at` integer NOT NULL,
	`surface` text NOT NULL,
	`private_chat` text,
	PRIMARY KEY(`platform`, `user_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_handle` ON `accounts` (`platform`,`handle`);--> statement-breakpoint
CREATE TABLE `card_topics` (
	`card_id` integer NOT NULL,
	`topic` text NOT NULL,
	PRIMARY KEY(`topic`, `card_id`),
	FOREIGN KEY (`card_id`) REFERENCES `live_cards`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `claim_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`claimer_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`claimer_id`) REFERENCES `claimers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `claimers` (
	`id` text PRIMARY KEY NOT NULL,
	`platform` text NOT NULL,
	`handle` text NOT NULL,
	`bound_user_id` text,
	`public_key` text NOT NULL,
	`sealed_key` blob,
	`otp_hash` text NOT NULL,
	`sender_chain_uid` text NOT NULL,
	`sender_address` text NOT NULL,
	`sender_account` text,
	`sender_name` text,
	`note` text,
	`token` text NOT NULL,
	`amount` text NOT NULL,
	`created_at` integer NOT NULL,
	`failed_tries` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `claimers_recipient` ON `claimers` (`platform`,`handle`);--> statement-breakpoint
CREATE INDEX `claimers_bound` ON `claimers` (`platform`,`bound_user_id`);--> statement-breakpoint
CREATE INDEX `claimers_sender` ON `claimers` (`sender_chain_uid`,`sender_address`,`created_at`);--> statement-breakpoint
CREATE INDEX `claimers_sender_account` ON `claimers` (`sender_account`,`created_at`);--> statement-breakpoint
CREATE TABLE `claims` (
	`claim_id` text PRIMARY KEY NOT NULL,
	`claimer_id` text NOT NULL,
	`token` text NOT NULL,
	`amount` text NOT NULL,
	`funded_at` integer NOT NULL,
	`status` text NOT NULL,
	FOREIGN KEY (`claimer_id`) REFERENCES `claimers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `claims_claimer` ON `claims` (`claimer_id`);--> statement-breakpoint
CREATE TABLE `cursors` (
	`chain_uid` text PRIMARY KEY NOT NULL,
	`height` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `handled_updates` (
	`surface` text NOT NULL,
	`update_id` text NOT NULL,
	`handled_at` integer NOT NULL,
	PRIMARY KEY(`surface`, `update_id`)
);
--> statement-breakpoint
CREATE TABLE `live_cards` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`surface` text NOT NULL,
	`chat` text NOT NULL,
	`message_id` text NOT NULL,
	`view` text NOT NULL,
	`key` text NOT NULL,
	`shown` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `live_cards_message` ON `live_cards` (`surface`,`chat`,`message_id`);--> statement-breakpoint
CREATE TABLE `observations` (
	`chain_uid` text NOT NULL,
	`tx_hash` text NOT NULL,
	`msg_index` integer NOT NULL,
	`tx_id` text,
	`height` integer NOT NULL,
	`observation` text NOT NULL,
	PRIMARY KEY(`chain_uid`, `tx_hash`, `msg_index`)
);
--> statement-breakpoint
CREATE INDEX `observations_tx_id` ON `observations` (`tx_id`);--> statement-breakpoint
CREATE TABLE `open_updates` (
	`surface` text NOT NULL,
	`update_id` text NOT NULL,
	`person` text NOT NULL,
	`state` text NOT NULL,
	`content` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`surface`, `update_id`)
);
--> statement-breakpoint
CREATE INDEX `open_updates_person` ON `open_updates` (`surface`,`person`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`topic` text NOT NULL,
	`platform` text,
	`handle` text,
	`user_id` text,
	`view` text,
	`key` text,
	`created_at` integer NOT NULL,
	`delivered_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`not_before` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_open` ON `outbox` (`not_before`) WHERE delivered_at is null;--> statement-breakpoint
CREATE TABLE `playground_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`seq` integer NOT NULL,
	`chat` text NOT NULL,
	`sender` text NOT NULL,
	`text` text NOT NULL,
	`card` text,
	`edited` integer DEFAULT false NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `playground_messages_seq` ON `playground_messages` (`seq`);--> statement-breakpoint
CREATE INDEX `playground_messages_chat` ON `playground_messages` (`chat`,`seq`);--> statement-breakpoint
CREATE TABLE `redemptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`claim_id` text NOT NULL,
	`recipient_chain_uid` text NOT NULL,
	`recipient_address` text NOT NULL,
	`release` integer NOT NULL,
	`relayer_address` text NOT NULL,
	`sequence` integer NOT NULL,
	`tx_hash` text NOT NULL,
	`tx_bytes` blob NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`claim_id`) REFERENCES `claims`(`claim_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `redemptions_live_claim` ON `redemptions` (`claim_id`) WHERE status in ('signed', 'included');--> statement-breakpoint
CREATE UNIQUE INDEX `redemptions_live_sequence` ON `redemptions` (`relayer_address`,`sequence`) WHERE status <> 'void';--> statement-breakpoint
CREATE UNIQUE INDEX `redemptions_tx` ON `redemptions` (`tx_hash`);--> statement-breakpoint
CREATE TABLE `sign_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_account` text NOT NULL,
	`owner_name` text NOT NULL,
	`operation` text NOT NULL,
	`chain_uid` text NOT NULL,
	`request` text NOT NULL,
	`note` text,
	`sender_address` text,
	`build` text,
	`tx_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_requests_tx` ON `sign_requests` (`chain_uid`,`tx_hash`);--> statement-breakpoint
CREATE TABLE `verification_codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`claimer_id` text NOT NULL,
	`recipient` text NOT NULL,
	`sent_to` text,
	`code_hash` text NOT NULL,
	`sent_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`used_at` integer,
	`killed_at` integer,
	FOREIGN KEY (`claimer_id`) REFERENCES `claimers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `verification_codes_claimer` ON `verification_codes` (`claimer_id`);--> statement-breakpoint
CREATE INDEX `verification_codes_recipient` ON `verification_codes` (`recipient`,`sent_at`);--> statement-breakpoint
CREATE TABLE `watch_topics` (
	`chain_uid` text NOT NULL,
	`tx_hash` text NOT NULL,
	`topic` text NOT NULL,
	PRIMARY KEY(`chain_uid`, `tx_hash`, `topic`)
);
--> statement-breakpoint
CREATE TABLE `watches` (
	`chain_uid` text NOT NULL,
	`tx_hash` text NOT NULL,
	`tx_id` text,
	`progress` text NOT NULL,
	`outcome` text NOT NULL,
	`opened_at` integer NOT NULL,
	PRIMARY KEY(`chain_uid`, `tx_hash`)
);
--> statement-breakpoint
CREATE INDEX `watches_outcome` ON `watches` (`outcome`);
CREATE INDEX `handled_updates_time` ON `handled_updates` (`surface`,`handled_at`);--> statement-breakpoint
CREATE INDEX `live_cards_track` ON `live_cards` (`id`) WHERE view = 'track';--> statement-breakpoint
CREATE INDEX `outbox_told` ON `outbox` (`delivered_at`) WHERE kind = 'refresh';--> statement-breakpoint
CREATE INDEX `claims_unpaid` ON `claims` (`claimer_id`) WHERE status <> 'paid';--> statement-breakpoint
CREATE INDEX `claims_number` ON `claims` (cast(claim_id as bigint));--> statement-breakpoint
CREATE INDEX `claims_waiting` ON `claims` (cast(claim_id as bigint)) WHERE status = 'funded';--> statement-breakpoint
CREATE INDEX `opened_links_expiry` ON `opened_links` (`expires_at`);--> statement-breakpoint
CREATE INDEX `redemptions_claim` ON `redemptions` (`claim_id`);--> statement-breakpoint
CREATE INDEX `redemptions_signed` ON `redemptions` (`sequence`) WHERE status = 'signed';--> statement-breakpoint
CREATE INDEX `redemptions_bytes` ON `redemptions` (`id`) WHERE status = 'included' and length(tx_bytes) > 0;--> statement-breakpoint
CREATE INDEX `sign_ins_expiry` ON `sign_ins` (`expires_at`);--> statement-breakpoint
CREATE INDEX `quotes_owner` ON `quotes` (`owner_account`);--> statement-breakpoint
CREATE INDEX `sign_requests_unsigned` ON `sign_requests` (`chain_uid`,`sender_address`) WHERE tx_hash is null and sender_address is not null;--> statement-breakpoint
CREATE INDEX `sign_requests_shared` ON `sign_requests` (`created_at`) WHERE share_out is not null;
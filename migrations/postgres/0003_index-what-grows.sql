DROP INDEX "claim_groups_closed";--> statement-breakpoint
ALTER TABLE "claim_groups" ADD COLUMN "is_over" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "claimers_asked" ON "claimers" USING btree ("created_at") WHERE asked_by is not null;--> statement-breakpoint
CREATE INDEX "claims_unpaid" ON "claims" USING btree ("claimer_id") WHERE status <> 'paid';--> statement-breakpoint
CREATE INDEX "claims_number" ON "claims" USING btree (cast(claim_id as bigint));--> statement-breakpoint
CREATE INDEX "claims_waiting" ON "claims" USING btree (cast(claim_id as bigint)) WHERE status = 'funded';--> statement-breakpoint
CREATE INDEX "handled_updates_time" ON "handled_updates" USING btree ("surface","handled_at");--> statement-breakpoint
CREATE INDEX "live_cards_track" ON "live_cards" USING btree ("id") WHERE view = 'track';--> statement-breakpoint
CREATE INDEX "observations_rowid" ON "observations" USING btree ("rowid");--> statement-breakpoint
CREATE INDEX "opened_links_expiry" ON "opened_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "outbox_told" ON "outbox" USING btree ("delivered_at") WHERE kind = 'refresh';--> statement-breakpoint
CREATE INDEX "quotes_owner" ON "quotes" USING btree ("owner_account");--> statement-breakpoint
CREATE INDEX "redemptions_claim" ON "redemptions" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "redemptions_signed" ON "redemptions" USING btree ("sequence") WHERE status = 'signed';--> statement-breakpoint
CREATE INDEX "redemptions_bytes" ON "redemptions" USING btree ("id") WHERE status = 'included' and length(tx_bytes) > 0;--> statement-breakpoint
CREATE INDEX "sign_ins_expiry" ON "sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_requests_unsigned" ON "sign_requests" USING btree ("chain_uid","sender_address") WHERE tx_hash is null and sender_address is not null;--> statement-breakpoint
CREATE INDEX "sign_requests_shared" ON "sign_requests" USING btree ("created_at") WHERE share_out is not null;--> statement-breakpoint
CREATE INDEX "sign_requests_rowid" ON "sign_requests" USING btree ("rowid");--> statement-breakpoint
CREATE INDEX "watch_topics_rowid" ON "watch_topics" USING btree ("rowid");--> statement-breakpoint
CREATE INDEX "claim_groups_closed" ON "claim_groups" USING btree ("closed_at") WHERE is_over = 0;
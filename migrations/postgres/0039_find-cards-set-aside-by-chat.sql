DROP INDEX "live_cards_due";--> statement-breakpoint
CREATE INDEX "live_cards_due" ON "live_cards" USING btree ("surface","due_at","chat","crowd") WHERE due_at is not null;
DROP INDEX "claim_groups_closed";--> statement-breakpoint
ALTER TABLE "claim_groups" ADD COLUMN "is_over" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "claim_groups_closed" ON "claim_groups" USING btree ("closed_at") WHERE is_over = 0;
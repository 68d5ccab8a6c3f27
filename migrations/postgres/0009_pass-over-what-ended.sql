DROP INDEX "sign_requests_rowid";--> statement-breakpoint
ALTER TABLE "claimers" ADD COLUMN "is_over" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "claimers" SET "is_over" = 1 WHERE EXISTS (SELECT 1 FROM "claims" WHERE "claimer_id" = "claimers"."id") AND NOT EXISTS (SELECT 1 FROM "claims" WHERE "claimer_id" = "claimers"."id" AND "status" <> 'paid');--> statement-breakpoint
ALTER TABLE "sign_requests" ADD COLUMN "is_forgotten" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "claimers_owed_account" ON "claimers" USING btree ("platform","bound_user_id") WHERE is_over = 0;--> statement-breakpoint
CREATE INDEX "claimers_owed_handle" ON "claimers" USING btree ("platform","handle") WHERE bound_user_id is null and is_over = 0;--> statement-breakpoint
CREATE INDEX "sign_requests_unforgotten" ON "sign_requests" USING btree ("is_forgotten","rowid") WHERE tx_hash is not null and is_forgotten = 0;
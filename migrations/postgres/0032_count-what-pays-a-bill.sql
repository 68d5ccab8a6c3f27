CREATE INDEX "claimers_bill" ON "claimers" USING btree ("bill_id") WHERE bill_id is not null;--> statement-breakpoint
-- What was made for a bill, and was not signed, or by another wallet, pays nothing: whoever sends it all the same can take it back.
UPDATE "claimers" SET "bill_id" = NULL WHERE "bill_id" IS NOT NULL AND "id" NOT IN (
	SELECT "build"::json #>> '{claimer,_id}' FROM "sign_requests" WHERE "bill_id" IS NOT NULL AND "tx_hash" IS NOT NULL AND "build"::json #>> '{claimer,_id}' IS NOT NULL
);

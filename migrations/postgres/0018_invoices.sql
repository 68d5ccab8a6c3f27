ALTER TABLE "bills" ADD COLUMN "is_invoice" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "expires_at" bigint;
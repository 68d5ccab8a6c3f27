ALTER TABLE "processes" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "secret" text;
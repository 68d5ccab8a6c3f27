ALTER TABLE "cursors" ADD COLUMN "hash" text collate "C";--> statement-breakpoint
ALTER TABLE "cursors" ADD COLUMN "hash_height" bigint;
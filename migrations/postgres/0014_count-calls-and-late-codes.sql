CREATE TABLE "client_calls" (
	"minute" bigint NOT NULL,
	"client" text NOT NULL,
	"calls" bigint NOT NULL,
	CONSTRAINT "client_calls_minute_client_pk" PRIMARY KEY("minute","client")
);
--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "is_late" bigint DEFAULT 0 NOT NULL;
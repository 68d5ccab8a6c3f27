CREATE TABLE "duties" (
	"duty" text PRIMARY KEY NOT NULL,
	"token" bigint NOT NULL,
	"process" text
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"since" bigint NOT NULL,
	"seen" bigint NOT NULL
);

CREATE TABLE `vault_keys` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key_id` text NOT NULL,
	`check_value` text NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `write_probe` (
	`filler` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `writers` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`version` text NOT NULL,
	`migration` text NOT NULL,
	`since` integer NOT NULL
);

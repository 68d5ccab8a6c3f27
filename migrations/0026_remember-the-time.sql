CREATE TABLE `seen_time` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);

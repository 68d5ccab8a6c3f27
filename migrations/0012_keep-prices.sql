CREATE TABLE `prices` (
	`token` text NOT NULL,
	`at` integer NOT NULL,
	`price` text NOT NULL,
	PRIMARY KEY(`token`, `at`)
);

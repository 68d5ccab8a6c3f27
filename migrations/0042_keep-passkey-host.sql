CREATE TABLE `passkey_hosts` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`host` text NOT NULL,
	`since` integer NOT NULL
);

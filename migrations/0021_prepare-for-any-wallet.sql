CREATE TABLE `sign_preparations` (
	`sign_id` text NOT NULL,
	`sender_address` text NOT NULL,
	`build` text NOT NULL,
	`sealed_pin` blob,
	`client_hash` text,
	PRIMARY KEY(`sign_id`, `sender_address`),
	FOREIGN KEY (`sign_id`) REFERENCES `sign_requests`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sign_preparations_sender` ON `sign_preparations` (`sender_address`);
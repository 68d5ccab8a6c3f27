CREATE TABLE `cancel_tries` (
	`claimer_id` text NOT NULL,
	`client_hash` text NOT NULL,
	`tries` integer NOT NULL,
	PRIMARY KEY(`claimer_id`, `client_hash`),
	FOREIGN KEY (`claimer_id`) REFERENCES `claimers`(`id`) ON UPDATE no action ON DELETE no action
);

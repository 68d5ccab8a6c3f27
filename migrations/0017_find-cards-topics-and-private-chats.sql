CREATE INDEX `card_topics_card` ON `card_topics` (`card_id`);--> statement-breakpoint
CREATE INDEX `accounts_private_chat` ON `accounts` (`surface`,`private_chat`);
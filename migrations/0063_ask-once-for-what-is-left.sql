ALTER TABLE `sign_requests` ADD `takes_out` text;--> statement-breakpoint
CREATE INDEX `sign_requests_taking_out` ON `sign_requests` (`takes_out`) WHERE takes_out is not null;
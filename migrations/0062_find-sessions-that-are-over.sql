CREATE INDEX `claim_sessions_claimer` ON `claim_sessions` (`claimer_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `claim_sessions_expiry` ON `claim_sessions` (`expires_at`);
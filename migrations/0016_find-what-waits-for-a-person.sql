DROP INDEX `outbox_open`;--> statement-breakpoint
CREATE INDEX `outbox_open_by_handle` ON `outbox` (`not_before`,`platform`,`handle`) WHERE delivered_at is null;--> statement-breakpoint
CREATE INDEX `outbox_open` ON `outbox` (`not_before`,`platform`,`user_id`) WHERE delivered_at is null;
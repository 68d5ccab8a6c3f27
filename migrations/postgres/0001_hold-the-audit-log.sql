-- The audit log is only ever added to, and in order.
CREATE FUNCTION audit_log_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.number IS DISTINCT FROM (SELECT coalesce(max(number), 0) + 1 FROM audit_log) THEN
		RAISE EXCEPTION 'an entry of the audit log comes after the last one';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_in_order BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_in_order();
--> statement-breakpoint
CREATE FUNCTION audit_log_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit log is never changed, and nothing in it is deleted';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_stays BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_stays();
--> statement-breakpoint
CREATE TRIGGER audit_log_is_not_emptied BEFORE TRUNCATE ON audit_log EXECUTE FUNCTION audit_log_stays();

-- A bound no longer closes a chat with Steward. Expired ones are open. Of completed ones only their object knows why: the next clean-up asks it.
UPDATE conversations SET session_state = 'open' WHERE session_state = 'expired';--> statement-breakpoint
UPDATE conversations SET expires_at = NULL WHERE expires_at IS NOT NULL AND agent <> 'nl-query';--> statement-breakpoint
UPDATE conversations SET expires_at = '2026-11-28T00:00:00.000Z' WHERE session_state = 'completed';

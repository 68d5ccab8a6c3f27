ALTER TABLE `claim_groups` ADD `chat` text;--> statement-breakpoint
CREATE INDEX `claim_groups_chat` ON `claim_groups` (`chat`);--> statement-breakpoint
-- The card of an airdrop stands in its chat; a request that took another's place goes on with that one's card.
WITH RECURSIVE line(id, card) AS (
	SELECT `id`, `id` FROM `sign_requests` WHERE json_extract(`share_out`, '$.kind') = 'airdrop'
	UNION
	SELECT `replaced_by`, line.card FROM line JOIN `sign_requests` USING (`id`) WHERE `replaced_by` IS NOT NULL
),
posted(id, chat) AS (
	SELECT line.id, CASE
		WHEN place IS NULL THEN surface || ':' || chat
		WHEN instr(place, '.') > 0 THEN surface || ':server/' || replace(place, '.', '/')
		ELSE surface || ':channel/' || place
	END
	FROM line JOIN (
		SELECT `key`, `surface`, `chat`, CASE WHEN rest IS NOT NULL THEN substr(rest, 1, instr(rest, '/') - 1) END AS place
		FROM (
			SELECT `key`, `surface`, `chat`, CASE WHEN `chat` LIKE 'answer/%'
				THEN substr(`chat`, 8 + instr(substr(`chat`, 8), '/')) END AS rest
			FROM `live_cards` WHERE `view` = 'share-out'
		)
	) ON `key` = line.card
)
UPDATE `sign_requests` SET `share_out` = json_set(`share_out`, '$.chat', (SELECT chat FROM posted WHERE posted.id = `sign_requests`.`id`))
WHERE `id` IN (SELECT id FROM posted);
--> statement-breakpoint
UPDATE `claim_groups` SET `chat` = (
	SELECT json_extract(`share_out`, '$.chat') FROM `sign_requests` WHERE json_extract(`build`, '$.claim_group_id') = `claim_groups`.`id`
) WHERE `is_open` = 1;

import type { GiveawayEntrants, GiveawayRecord } from '../core/giveaways/giveaway-record.ts'

type Entrants = GiveawayEntrants['entrants']

/**
 * Returns a giveaway's record with all who entered, of whom the server answers the first ones alone: for the page and the command that check a draw alike. It has
 * fewer than it counts where the server does not go on with the next number.
 * `entrantsAfter` asks for those behind a number; `known` are those of an earlier look, who are not asked for again before it is drawn: nobody's number or name changes.
 * @throws what `entrantsAfter` throws
 */
export async function withAllEntrants(
  record: GiveawayRecord,
  entrantsAfter: (number: number) => Promise<Entrants>,
  known: Entrants = [],
): Promise<GiveawayRecord> {
  const isSame = record.state === 'open' || record.state === 'drawing'
  const entrants = [...record.entrants, ...(isSame ? known.slice(record.entrants.length) : [])]
  while (entrants.length < record.entrant_count) {
    const last = entrants.at(-1)?.number ?? 0
    const more = await entrantsAfter(last)
    // The check says that some are missing. A server whose word is not taken could go on for ever with the same ones.
    if (more.length === 0 || more.some(({ number }, index) => number !== last + 1 + index)) break
    entrants.push(...more)
  }
  return { ...record, entrants }
}

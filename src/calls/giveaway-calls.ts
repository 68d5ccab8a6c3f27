import { GiveawayEntrants, GiveawayRecord } from '../core/giveaways/giveaway-record.ts'
import type { Call } from './call.ts'

/** What is drawn by lot, for everybody to check. */
export const giveawayCalls = {
  getGiveaway: {
    tag: 'Claims',
    method: 'get',
    path: '/api/v1/giveaways/{id}',
    summary: 'Read a giveaway, and check its draw.',
    description:
      'Whoever entered stands there by a hash that only they can tell: the first 1,000, and of how many in `entrant_count`. The seed is there once it is drawn. `/giveaway/{id}` is the same as a page, which does the draw again; so does `vouch giveaway verify <address>`.',
    answer: GiveawayRecord,
    errors: ['NOT_FOUND'],
  },
  getGiveawayEntrants: {
    tag: 'Claims',
    method: 'get',
    path: '/api/v1/giveaways/{id}/entrants/{after}',
    summary: 'Read on in the list of who entered a giveaway.',
    description: 'The next 1,000 at most behind the number `after`; none behind the last one.',
    answer: GiveawayEntrants,
    errors: ['NOT_FOUND', 'INVALID_REQUEST'],
  },
} satisfies Record<string, Call>

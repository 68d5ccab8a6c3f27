import { GiveawayRecord } from '../core/giveaways/giveaway-record.ts'
import type { Call } from './call.ts'

/** What is drawn by lot, for everybody to check. */
export const giveawayCalls = {
  getGiveaway: {
    tag: 'Claims',
    method: 'get',
    path: '/api/v1/giveaways/{id}',
    summary: 'Read a giveaway, and check its draw.',
    description:
      'Whoever entered stands there by a hash that only they can tell. The seed is there once it is drawn. `/giveaway/{id}` is the same as a page, which does the draw again; so does `vouch giveaway verify <address>`.',
    answer: GiveawayRecord,
    errors: ['NOT_FOUND'],
  },
} satisfies Record<string, Call>

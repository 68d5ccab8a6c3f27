import type { FastifyInstance } from 'fastify'

import { giveawayCalls } from '../../calls/giveaway-calls.ts'
import type { Giveaway, Giveaways } from '../../claims/giveaways.ts'
import { InvalidRequestError, NotFoundError } from '../../core/terms/errors.ts'
import { serve } from '../serve.ts'

/** `/api/v1/giveaways/{id}`: what anybody checks a draw by. */
export const giveawayRoutes =
  ({ find, record, entrantsAfter }: Pick<Giveaways, 'find' | 'record' | 'entrantsAfter'>) =>
  (server: FastifyInstance) => {
    async function giveawayCalled(id: string): Promise<Giveaway> {
      const giveaway = await find(id)
      if (giveaway) return giveaway
      throw new NotFoundError(
        `There is no giveaway "${id}".`,
        'Take the address from the button "Check the draw" on its card.',
      )
    }

    serve(server, giveawayCalls.getGiveaway, async ({ id }) => record(await giveawayCalled(id)))
    serve(server, giveawayCalls.getGiveawayEntrants, async ({ id, request }) => {
      const { after = '' } = request.params
      if (!NUMBER.test(after))
        throw new InvalidRequestError(
          'after',
          `is no entrant's number: "${after}"`,
          'Take the number of the last entrant that you have.',
        )
      return { entrants: await entrantsAfter(await giveawayCalled(id), Number(after)) }
    })
  }

/** A number of a column of integers, in either database. */
const NUMBER = /^\d{1,9}$/

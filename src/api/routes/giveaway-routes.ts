import type { FastifyInstance } from 'fastify'

import { giveawayCalls } from '../../calls/giveaway-calls.ts'
import type { Giveaways } from '../../claims/giveaways.ts'
import { NotFoundError } from '../../core/terms/errors.ts'
import { serve } from '../serve.ts'

/** `GET /api/v1/giveaways/{id}`: what anybody checks a draw by. */
export const giveawayRoutes =
  ({ find, record }: Pick<Giveaways, 'find' | 'record'>) =>
  (server: FastifyInstance) => {
    serve(server, giveawayCalls.getGiveaway, async ({ id }) => {
      const giveaway = await find(id)
      if (!giveaway)
        throw new NotFoundError(
          `There is no giveaway "${id}".`,
          'Take the address from the button "Check the draw" on its card.',
        )
      return record(giveaway)
    })
  }

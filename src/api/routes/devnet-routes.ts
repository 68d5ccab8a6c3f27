import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { parseRequest } from '../../core/terms/request.ts'

/** What the admin of the local hub sets, as its call needs it. The schema is the network's own. */
export type RuleControls<Rule extends z.ZodType> = {
  Rule: Rule
  /** Returns the hash of the transaction that changed it. */
  change(rule: z.output<Rule>): Promise<string>
}

/** `/devnet/api/rules`: fees of payouts, locked chains and their time-outs, on the local network only. */
export const devnetRuleRoutes =
  <Rule extends z.ZodType>({ Rule, change }: RuleControls<Rule>) =>
  (server: FastifyInstance) => {
    server.post('/devnet/api/rules', async ({ body }) => ({
      tx_hash: await change(parseRequest(Rule, body)),
    }))
  }

/** The local network's trouble, as its calls need it. The schemas are the network's own. */
export type TroubleControls<Trouble extends z.ZodType, Filter extends z.ZodType> = {
  Trouble: Trouble
  PacketFilter: Filter
  /** Returns nothing for what happens once. */
  start(trouble: z.output<Trouble>): Promise<object | undefined>
  list(): object
  end(id?: string): void
  relay(packets: z.output<Filter>): object[]
}

const Id = z.object({ id: z.string() })

/** `/devnet/api/trouble…`: time and trouble on request, on the local network only. */
export const devnetRoutes =
  <Trouble extends z.ZodType, Filter extends z.ZodType>(
    trouble: TroubleControls<Trouble, Filter>,
  ) =>
  (server: FastifyInstance) => {
    const path = '/devnet/api/trouble'
    server.get(path, async () => trouble.list())
    server.get(`${path}/schema`, async () => z.toJSONSchema(trouble.Trouble, { io: 'input' }))
    server.post(path, async ({ body }) => {
      const request = parseRequest(trouble.Trouble, body)
      return (await trouble.start(request)) ?? { happened: request }
    })
    server.post(`${path}/relay`, async ({ body }) => ({
      relayed: trouble.relay(parseRequest(trouble.PacketFilter, body)),
    }))
    server.delete(path, async () => {
      trouble.end()
      return trouble.list()
    })
    server.delete(`${path}/:id`, async ({ params }) => {
      trouble.end(parseRequest(Id, params).id)
      return trouble.list()
    })
  }

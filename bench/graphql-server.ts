import { setTimeout as sleep } from 'node:timers/promises'

import { graphQlRoutes } from '../src/api/routes/graphql-routes.ts'
import { createExecuteQuery } from '../src/api/graphql/execute-query.ts'
import { createResolvers } from '../src/api/graphql/resolvers.ts'
import { SCHEMA_TEXT } from '../src/api/graphql/schema-text.ts'
import { createChainAccess } from '../src/chains/chain-access.ts'
import { createPoolState } from '../src/chains/hub/pool-state.ts'
import { createHub } from '../src/chains/hub/hub.ts'
import { hubOf, Network } from '../src/core/terms/network.ts'
import { createBlockReads } from '../src/services/market/block-reads.ts'
import { QUERIES } from './graphql-queries.ts'
import { createMercurius } from './peers/mercurius.ts'
import { serveBench } from './serve-bench.ts'

/** The server of the GraphQL bench: ours on the network that it is given, and bare mercurius with constant answers. */
const network = Network.parse(JSON.parse(process.argv[2] ?? ''))
const log = { warn: (details: object, message: string) => console.error(message, details) }
const client = createHub(network)
const pools = createPoolState({ hub: client, maxAgeMs: 30_000, log, now: () => new Date() })
const hub = createBlockReads({
  network,
  pools,
  reads: { ...client, pairOf: pools.pairOf },
})

/** Reads every block, as the tracker does. */
async function follow(): Promise<void> {
  const reader = createChainAccess(hubOf(network), network, { listener: pools.listener })
  let { height } = await reader.head()
  for (;;) {
    const { finalHeight } = await reader.head()
    for (; height < finalHeight; height += 1) await reader.block(height + 1)
    await sleep(500)
  }
}
void follow()

const answers: Record<string, object> = {}
const executeQuery = createExecuteQuery(createResolvers(network))
for (const request of QUERIES) {
  const { data, errors } = await executeQuery(request, { hub: hub.latest })
  if (errors) throw new Error(`${request.name}: ${errors[0]?.message}`)
  for (const [field, answer] of Object.entries(data ?? {}))
    answers[field] = { ...answers[field], ...(answer as object) } // the fields of Query are objects
}

await serveBench([
  graphQlRoutes({ network, hub, now: () => new Date() }),
  createMercurius(SCHEMA_TEXT, answers),
])

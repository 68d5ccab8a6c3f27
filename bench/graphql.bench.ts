import { z } from 'zod'

import { Network } from '../src/core/terms/network.ts'
import { startDevnet } from '../src/devnet/devnet.ts'
import { ANY_PORTS } from '../test/devnet/any-ports.ts'
import { compareRequests } from './compare-requests.ts'
import { QUERIES } from './graphql-queries.ts'

/**
 * Reference data by GraphQL from a real hub that makes a block a second, against bare mercurius with the same schema,
 * whose resolvers return the same answers as constants.
 */
const devnet = await startDevnet({ ports: ANY_PORTS })
await compareRequests({
  server: './graphql-server.ts',
  goals: { perSecond: 1, p99: 0.9 },
  argument: JSON.stringify(z.encode(Network, devnet.network)),
  pairs: QUERIES.map(({ name, ...body }) => ({
    name,
    ours: { path: '/graphql', body },
    bare: { path: '/bare', body },
  })),
})
await devnet.stop()

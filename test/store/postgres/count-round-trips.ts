import type { PoolClient } from 'pg'

import type { createPostgresSession } from '../../../src/store/postgres/postgres-session.ts'

type Connections = Parameters<typeof createPostgresSession>[0]

/** Connections that tell how often something was asked over one on which no answer was waited for: what goes along with it costs no way of its own. */
export function countRoundTrips(inner: Connections): Connections & { counted(): number } {
  let trips = 0
  return {
    counted: () => trips,
    async connect() {
      const client = await inner.connect()
      let waiting = 0
      const handler: ProxyHandler<PoolClient> = {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target)
          if (typeof value !== 'function') return value
          if (name !== 'query') return value.bind(target)
          return async (...asked: unknown[]) => {
            if (waiting === 0) trips += 1
            waiting += 1
            try {
              return await value.apply(target, asked)
            } finally {
              waiting -= 1
            }
          }
        },
      }
      return new Proxy(client, handler)
    },
    query(query) {
      trips += 1
      return inner.query(query)
    },
  }
}

import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether every server answers it by itself: it reads, or writes only what all may write. */
    shared?: boolean
  }
}

/** Of a call among shared ones: the leader alone answers it. */
export const AT_LEADER = { config: { shared: false } }

/** Routes that every one of several servers answers by itself, whether it leads or not. */
export const shared =
  (...routes: ((server: FastifyInstance) => void)[]) =>
  (server: FastifyInstance) => {
    void server.register(async (own) => {
      own.addHook('onRoute', (route) => {
        route.config = { shared: true, ...route.config }
      })
      for (const register of routes) register(own)
    })
  }

import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every server answers it by itself: it reads, or writes only what all may write. */
    shared?: true
  }
}

/** Routes that every one of several servers answers by itself, whether it leads or not. */
export const shared =
  (...routes: ((server: FastifyInstance) => void)[]) =>
  (server: FastifyInstance) => {
    void server.register(async (own) => {
      own.addHook('onRoute', (route) => {
        route.config = { ...route.config, shared: true }
      })
      for (const register of routes) register(own)
    })
  }

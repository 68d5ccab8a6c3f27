import type { FastifyInstance } from 'fastify'

/** `/export/<token>`: a person's own statement, which a browser saves. Whoever has the link has it, so nobody keeps it or hears where it came from. */
export const statementRoutes =
  /** The statement of a link, as CSV. @throws {NotFoundError} */
  (csvOf: (token: string) => Promise<string>) => (server: FastifyInstance) => {
    void server.register(async (files) => {
      files.addHook('onSend', async (_request, reply) => {
        reply
          .header('cache-control', 'no-store')
          .header('referrer-policy', 'no-referrer')
          .header('x-robots-tag', 'noindex')
      })
      files.get<{ Params: { token: string } }>('/export/:token', async ({ params }, reply) => {
        const csv = await csvOf(params.token)
        return reply
          .header('content-disposition', 'attachment; filename="vouch.csv"')
          .type('text/csv; charset=utf-8')
          .send(csv)
      })
    })
  }

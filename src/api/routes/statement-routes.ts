import type { FastifyInstance } from 'fastify'

import { DomainError } from '../../core/terms/errors.ts'
import { failAs } from '../error-body.ts'
import type { PageContent } from './track-page-routes.ts'
import { plainPage } from './unsubscribe-routes.ts'

type Deps = {
  webDir: string
  /** The statement of a link, as CSV. @throws {NotFoundError} */
  csvOf(token: string): Promise<string>
  /** A page with one thing to say. */
  say(title: string, words: string): PageContent
}

/** `/export/<token>`: a person's own statement, which a browser saves. Whoever has the link has it, so nobody keeps it or hears where it came from. */
export const statementRoutes =
  ({ webDir, csvOf, say }: Deps) =>
  (server: FastifyInstance) => {
    const pageWith = plainPage(webDir)
    void server.register(async (files) => {
      files.addHook('onSend', async (_request, reply) => {
        reply
          .header('cache-control', 'no-store')
          .header('referrer-policy', 'no-referrer')
          .header('x-robots-tag', 'noindex')
      })
      files.setErrorHandler(async (error, _request, reply) => {
        if (!(error instanceof DomainError)) throw error
        const page = await pageWith(say('This did not work', `${error.message} ${error.fix}`))
        return failAs(reply, error).type('text/html; charset=utf-8').send(page)
      })
      files.get<{ Params: { token: string } }>('/export/:token', async ({ params }, reply) =>
        reply
          .header('content-disposition', 'attachment; filename="vouch.csv"')
          .type('text/csv; charset=utf-8')
          .send(await csvOf(params.token)),
      )
    })
  }

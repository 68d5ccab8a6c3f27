import type { FastifyInstance } from 'fastify'

/** Has bodies of any type handed over as their bytes, on this server and what is registered in it. */
export function takeBytes(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  )
}

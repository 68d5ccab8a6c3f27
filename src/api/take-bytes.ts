import type { FastifyInstance } from 'fastify'

/** Has bodies of any type handed over as their bytes, on this server and what is registered in it. */
export function takeBytes(server: FastifyInstance, limit?: { bodyLimit: number }): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    '*',
    { parseAs: 'buffer', ...limit },
    async (_request: unknown, body: Buffer) => body,
  )
}

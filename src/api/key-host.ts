import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'

/** Which of the built files need which others, by their sources. Vite writes it beside them (`manifest`). */
const FILES = 'files.json'
const Names = z.array(z.string()).default([])
const BuiltFiles = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: Names,
    assets: Names,
    imports: Names,
    dynamicImports: Names,
  }),
)

/**
 * Whether a request came to the host name of the key page, or to one below it: browsers let pages of all of these use the
 * passkeys that belong to that name. `keyUrl` is the address of that host.
 */
export function isAtKeyHost(
  { hostname }: Pick<FastifyRequest, 'hostname'>,
  keyUrl: string,
): boolean {
  const keyHost = new URL(keyUrl).hostname
  const asked = nameOf(hostname)
  return asked === keyHost || asked.endsWith(`.${keyHost}`)
}

/** Names mean the same in capitals, and with a dot at their end. */
const nameOf = (hostname: string) => hostname.toLowerCase().replace(/\.$/, '')

/**
 * Serves on the host of the key page that page and the files that it loads, and nothing else; on names below it, nothing at
 * all. So every other page is of another host, and browsers let none of its scripts use the passkeys of this one.
 * @throws {Error} the pages in `webDir` were not built
 */
export const keepKeyHostApart =
  ({ keyUrl, webDir }: { keyUrl: string; webDir: string }) =>
  (server: FastifyInstance) => {
    const keyHost = new URL(keyUrl).hostname
    const served = new Set(['/key', ...filesOfPage('key.html', webDir)])
    server.addHook('onRequest', async (request, reply) => {
      if (!isAtKeyHost(request, keyUrl)) return
      const { method, hostname, url } = request
      const [path = ''] = url.split('?')
      const isRead = method === 'GET' || method === 'HEAD'
      if (isRead && hostname.toLowerCase() === keyHost && served.has(path)) return
      reply.callNotFound()
      return reply
    })
  }

/** The addresses of all files that a page loads, at once or later. */
function filesOfPage(page: string, webDir: string): Set<string> {
  const built = BuiltFiles.parse(JSON.parse(readFileSync(join(webDir, FILES), 'utf8')))
  const needed = new Set([page])
  const files = new Set<string>()
  for (const source of needed) {
    const parts = built[source]
    if (!parts) throw new Error(`${FILES} in ${webDir} does not say what ${source} is built into`)
    for (const file of [parts.file, ...parts.css, ...parts.assets]) files.add(`/${file}`)
    for (const other of [...parts.imports, ...parts.dynamicImports]) needed.add(other)
  }
  return files
}

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import { acceptedLanguage, DEFAULT_LANGUAGE } from '../core/terms/language.ts'
import { writtenWordsIn } from '../words/written-words.ts'
import { UNTOUCHED } from './peers.ts'
import { errorBody, STATUS } from './error-body.ts'
import { accessHeaders } from './open-to-any-origin.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'
import { sayAlways } from './say-always.ts'
import { failurePage, HTML, isForReader, PAGE_POLICY, type WritePage } from './write-page.ts'

/** A port that is taken while nothing is served yet. `url` begins with http and has no slash at the end. */
export type TakenPort = {
  port: number
  url: string
  /** Has a server accept all further connections, and answer what comes over those that there are. */
  giveTo(server: Server): void
  /** Gives the port up; nothing when a server has it. */
  close(): void
}

/** Where to listen; `variable` is what sets the port, PORT unless given. */
export type Place = {
  port: number
  host: string
  variable?: 'PORT' | 'METRICS_PORT' | 'SIGNER_PORT' | '--port'
}

/** Nobody can listen at a place: why, by the system's code, and what to do about it. */
export class PlaceRefusedError extends Error {
  readonly what: string
  readonly fix: string
  constructor(place: Place, cause: Error) {
    const { variable = 'PORT' } = place
    const code = 'code' in cause ? String(cause.code) : cause.message
    const what = `Vouch cannot listen on ${showPlace(place)}: ${code}.`
    const fix =
      code === 'EADDRINUSE'
        ? `End the program that listens there, or set ${variable} to another.`
        : `Set ${variable.replace('PORT', 'HOST')} to an address of this machine (0.0.0.0 for all), and ${variable} to one that this user may take.`
    super(`${what} ${fix}`, { cause })
    this.what = what
    this.fix = fix
  }
}

/** As it stands in an address. */
export const showPlace = ({ host, port }: Place): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

/**
 * Takes a port before anything else is made, so that our own address is known to all that write it into links, also where
 * `port` is 0. Until a server accepts the connections, each request is answered with 503 `STARTING`: to whoever reads it in a browser by a
 * page, where `writePage` is given. `isHttps`: people come by https.
 * @throws {PlaceRefusedError} nobody can listen there
 */
export async function takePort({
  writePage,
  isHttps = false,
  ...place
}: Place & {
  writePage?: WritePage
  isHttps?: boolean
}): Promise<TakenPort> {
  const { port, host } = place
  async function answer({ method, url = '', headers }: IncomingMessage, response: ServerResponse) {
    const access = Object.entries(accessHeaders(url, method ?? ''))
    for (const [name, value] of access) response.setHeader(name, value)
    response.setHeader('connection', 'close') // the next request of this client shall find the server
    if (method === 'OPTIONS' && access.length > 0) return void response.writeHead(204).end()
    const language = acceptedLanguage(headers['accept-language']) ?? DEFAULT_LANGUAGE
    const words = writtenWordsIn(language)
    const [message, fix] = [words.failures.starting, words.problems.later]
    const requestId = randomUUID()
    const isPage = writePage !== undefined && isForReader(url, headers.accept)
    const page = { status: STATUS.STARTING, said: { message, fix }, requestId }
    const body = isPage
      ? await writePage('plain', language, failurePage(words, page))
      : JSON.stringify(errorBody('STARTING', message, fix, requestId))
    response.statusCode = STATUS.STARTING
    response.setHeader('content-type', isPage ? HTML : 'application/json; charset=utf-8')
    if (isPage) response.setHeader('content-security-policy', PAGE_POLICY)
    response.setHeader(UNTOUCHED, 'yes')
    sayAlways(
      {
        statusCode: STATUS.STARTING,
        hasHeader: (name) => response.hasHeader(name),
        header: (name, value) => response.setHeader(name, value),
      },
      { isHttps },
    )
    response.end(body)
  }
  const listener = createServer((request, response) => {
    request.resume()
    void answer(request, response)
  })
  listener.on('clientError', refuseUnreadable({ isHttps }))
  await new Promise<void>((resolve, reject) => {
    const refuse = (cause: Error) => reject(new PlaceRefusedError(place, cause))
    listener.once('error', refuse).listen({ port, host }, resolve)
  })
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  let owner = listener
  return {
    port: address.port,
    url: `http://${showPlace({ host, port: address.port })}`,
    giveTo(server) {
      const before = owner
      owner = server
      server.listen(listener) // the same socket from now on: no connection is refused in between
      before.removeAllListeners('request').on('request', (request, response) => {
        response.shouldKeepAlive = false // the next request of this client shall find the server
        server.emit('request', request, response)
      })
      server.once('close', () => before.closeAllConnections())
    },
    close() {
      if (owner !== listener) return
      listener.close()
      listener.closeAllConnections()
    },
  }
}

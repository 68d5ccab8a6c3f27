import { randomUUID } from 'node:crypto'
import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

import { errorBody } from './error-body.ts'
import { sayAlways } from './say-always.ts'

/** What Node refuses before there is a request, by its code. Anything else is no HTTP. */
const REFUSALS: Partial<Record<string, { status: number; message: string; fix: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    message: 'The request was not here in time.',
    fix: 'Send all of it at once, and try again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: 'The address and headers of the request are too long.',
    fix: `Send at most ${maxHeaderSize / 1024} KiB of them.`,
  },
}
const NO_HTTP = {
  status: 400,
  message: 'What was sent is not a request of HTTP.',
  fix: 'Send it with a client for HTTP/1.1.',
}

/** Answers what could not be read as a request, in the form of every failure, and ends the connection. For `clientError` of a server. */
export const refuseUnreadable =
  ({ isHttps }: { isHttps: boolean }) =>
  (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const { status, message, fix } = REFUSALS[error.code ?? ''] ?? NO_HTTP
    const body = JSON.stringify(errorBody('INVALID_REQUEST', message, fix, randomUUID()))
    // Whatever page asked may read it: it says nothing but what is wrong with the request.
    const headers = new Map([
      ['connection', 'close'],
      ['content-type', 'application/json; charset=utf-8'],
      ['content-length', `${Buffer.byteLength(body)}`],
      ['access-control-allow-origin', '*'],
    ])
    sayAlways(
      {
        statusCode: status,
        hasHeader: (name) => headers.has(name),
        header: (name, value) => headers.set(name, value),
      },
      { isHttps },
    )
    const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`
    socket.end(head + body, () => socket.destroy())
  }

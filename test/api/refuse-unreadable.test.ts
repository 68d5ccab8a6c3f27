import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { pino } from 'pino'
import { describe, expect, test } from 'vitest'

import { createApi } from '../../src/api/server.ts'
import { takePort } from '../../src/api/take-port.ts'

const ANY = { port: 0, host: '127.0.0.1' }

/** All that comes over a connection until the server ends it. */
async function answerTo(port: number, sent: string) {
  const socket = connect(port, ANY.host)
  socket.write(sent)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [status = '', ...headers] = head.split('\r\n')
  return { status, headers, body }
}

const NO_HTTP = {
  what: 'no HTTP',
  sent: 'hello\r\n\r\n',
  says: '400 Bad Request',
  fix: /HTTP\/1\.1/,
}
const TOO_LONG = {
  what: 'headers without end',
  sent: `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}`,
  says: '431 Request Header Fields Too Large',
  fix: /16 KiB/,
}
const HALF = {
  what: 'half a body',
  sent: 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  says: '408 Request Timeout',
  fix: /at once/,
}
const HALF_OF_HEADERS = { ...HALF, what: 'half of the headers', sent: HALF.sent.slice(0, 30) }

describe.each([
  {
    who: 'a server',
    async open() {
      const log = pino({ level: 'silent' })
      const routes = [
        (server: ReturnType<typeof createApi>['server']) => void server.post('/', async () => ({})),
      ]
      const api = createApi({ log, routes, isHttps: true, requestMs: 200 })
      const { port } = await api.start(ANY)
      return { port, close: api.stop }
    },
    rows: [NO_HTTP, TOO_LONG, HALF, HALF_OF_HEADERS],
  },
  {
    who: 'a port that no server has yet',
    open: () => takePort({ ...ANY, isHttps: true }),
    rows: [NO_HTTP, TOO_LONG],
  },
])('$who answers in the form of every failure, and ends the connection', ({ open, rows }) => {
  test.each(rows)('$what', async ({ sent, says, fix }) => {
    const { port, close } = await open()
    const { status, headers, body } = await answerTo(port, sent)
    expect(status).toBe(`HTTP/1.1 ${says}`)
    expect(JSON.parse(body)).toEqual({
      error: {
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(/^[A-Z].+\.$/),
        fix: expect.stringMatching(fix),
        request_id: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    })
    expect(headers).toEqual(
      expect.arrayContaining([
        'content-type: application/json; charset=utf-8',
        'cache-control: no-store',
        expect.stringMatching(/^strict-transport-security: /),
      ]),
    )
    await close()
  })
})

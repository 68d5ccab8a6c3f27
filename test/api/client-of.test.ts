import { pino } from 'pino'
import { expect, test } from 'vitest'

import { clientOf } from '../../src/api/client-of.ts'
import { createApi } from '../../src/api/server.ts'

test.each([
  { name: 'an IPv4 address', ip: '203.0.113.9', client: '203.0.113.9' },
  { name: 'the same in IPv6', ip: '::ffff:203.0.113.9', client: '203.0.113.9' },
  { name: 'the same in hex', ip: '::FFFF:cb00:7109', client: '203.0.113.9' },
  { name: 'an IPv6 address', ip: '2001:db8:1:2:3:4:5:6', client: '2001:db8:1:2::/64' },
  { name: 'another of its network', ip: '2001:0DB8:1:2::7', client: '2001:db8:1:2::/64' },
  { name: 'one of the next network', ip: '2001:db8:1:3::7', client: '2001:db8:1:3::/64' },
  { name: 'one with zeros in front', ip: '2001:db8::1', client: '2001:db8:0:0::/64' },
  { name: 'one with a zone', ip: 'fe80::1%eth0', client: 'fe80:0:0:0::/64' },
  { name: 'the machine itself', ip: '::1', client: '0:0:0:0::/64' },
])('$name is counted as $client', ({ ip, client }) => {
  expect(clientOf({ ip })).toBe(client)
})

const PROXY = '10.0.0.1'
test.each([
  { name: 'nobody is trusted', trusted: [], from: PROXY, named: '203.0.113.9', client: PROXY },
  {
    name: 'a proxy is',
    trusted: [PROXY],
    from: PROXY,
    named: '203.0.113.9',
    client: '203.0.113.9',
  },
  {
    name: 'its network is',
    trusted: ['10.0.0.0/8'],
    from: PROXY,
    named: '203.0.113.9',
    client: '203.0.113.9',
  },
  {
    name: 'a stranger says to be one',
    trusted: [PROXY],
    from: '198.51.100.7',
    named: '203.0.113.9',
    client: '198.51.100.7',
  },
  {
    name: 'a client names another before the proxy does',
    trusted: [PROXY],
    from: PROXY,
    named: '192.0.2.1, 203.0.113.9',
    client: '203.0.113.9',
  },
])('where $name, the client is $client', async ({ trusted, from, named, client }) => {
  const { server } = createApi({
    log: pino({ level: 'silent' }),
    trustedProxies: trusted,
    routes: [(routes) => routes.get('/who', async (request) => ({ client: clientOf(request) }))],
  })
  const answer = await server.inject({
    url: '/who',
    remoteAddress: from,
    headers: { 'x-forwarded-for': named },
  })
  expect(answer.json()).toEqual({ client })
})

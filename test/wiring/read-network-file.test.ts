import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { ConfigurationError } from '../../src/core/terms/configuration-error.ts'
import { readNetworkFile } from '../../src/wiring/read-network-file.ts'
import { sampleNetwork } from '../core/sample-network.ts'

const folder = mkdtempSync(join(tmpdir(), 'vouch-network-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'network.json')

const { hub, chains, tokens } = sampleNetwork
const base = (changes: object) => ({ chains: [{ ...chains[0], ...changes }, ...chains.slice(1)] })
const onMars = { chain_uid: 'mars', token_type: { native: { denom: 'umars' } } }

test.each([
  {
    what: 'a node by WebSocket',
    changes: base({ rpc_url: 'ws://a.example' }),
    field: 'chains.0.rpc_url',
  },
  {
    what: 'a node that is a file',
    changes: base({ rpc_url: 'file:///a' }),
    field: 'chains.0.rpc_url',
  },
  {
    what: 'a further node by WebSocket',
    changes: base({ rpc_urls: ['https://a.example', 'wss://b.example'] }),
    field: 'chains.0.rpc_urls.1',
  },
  {
    what: 'a public node without http',
    changes: base({ public_rpc_url: 'rpc.base.example:443' }),
    field: 'chains.0.public_rpc_url',
  },
  {
    what: 'a REST address by FTP',
    changes: base({ rest_url: 'ftp://a' }),
    field: 'chains.0.rest_url',
  },
  {
    what: 'a node twice',
    changes: base({ rpc_urls: ['https://rpc.base.example/'] }),
    field: 'chains.0.rpc_urls.0',
  },
  { what: 'a chain twice', changes: base({ chain_uid: 'neuron' }), field: 'chains.1.chain_uid' },
  {
    what: 'a hub that is no chain of it',
    changes: { hub: { ...hub, chain_uid: 'mars' } },
    field: 'hub.chain_uid',
  },
  {
    what: 'a hub that is an EVM chain',
    changes: { hub: { ...hub, chain_uid: 'base' } },
    field: 'hub.chain_uid',
  },
  { what: 'a token twice', changes: { tokens: [...tokens, tokens[0]] }, field: 'tokens.3.token' },
  {
    what: 'a token on a chain that is none of it',
    changes: { tokens: [{ ...tokens[0], denoms: [...(tokens[0]?.denoms ?? []), onMars] }] },
    field: 'tokens.0.denoms.1.chain_uid',
  },
])('a network file with $what is refused by the field', ({ changes, field }) => {
  writeFileSync(file, JSON.stringify({ ...sampleNetwork, ...changes }))
  const says = `The network file ${file} cannot be used: ${field}: `
  expect(() => readNetworkFile(file)).toThrow(ConfigurationError)
  expect(() => readNetworkFile(file)).toThrow(says)
})

test.each([
  { what: 'a folder', path: folder, text: undefined, reason: 'it is a folder' },
  {
    what: 'not there',
    path: join(folder, 'no.json'),
    text: undefined,
    reason: 'there is no such file',
  },
  {
    what: 'below a file',
    path: join(file, 'a.json'),
    text: '{}',
    reason: 'it cannot be read (ENOTDIR)',
  },
  { what: 'half of one', path: file, text: '{', reason: 'it is not JSON' },
])('a network file that is $what is refused', ({ path, text, reason }) => {
  if (text !== undefined) writeFileSync(file, text)
  const says = new ConfigurationError(`The network file ${path} cannot be used: ${reason}.`)
  expect(() => readNetworkFile(path)).toThrow(says)
})

test('a network file may begin with the mark that some editors write', () => {
  writeFileSync(file, `\uFEFF${JSON.stringify(sampleNetwork)}`)
  expect(readNetworkFile(file)).toEqual(sampleNetwork)
})

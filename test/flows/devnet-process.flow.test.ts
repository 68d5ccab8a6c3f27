import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { TransactionBuild } from '../../src/core/terms/shapes.ts'
import { createPersona } from '../../src/devnet/accounts.ts'
import { createPersonaWallets } from '../../src/devnet/persona-wallets.ts'
import { chooseLastingPorts } from '../devnet/any-ports.ts'
import { connectBooks } from '../devnet/books.ts'
import { startDevnetProcess, type DevnetProcess } from '../devnet/devnet-process.ts'
import { temporaryFolder } from '../devnet/evm/local-factory.ts'
import { startVouch, type Vouch } from './vouch-process.ts'
import { createVouchClient } from './vouch-client.ts'

const folder = temporaryFolder()
const data = join(folder.path, 'data')
let devnet: DevnetProcess
beforeAll(async () => {
  await chooseLastingPorts(data)
  devnet = await startDevnetProcess(folder.path, ['--data-dir', data])
})
afterAll(async () => {
  await devnet.end('SIGKILL')
  folder.remove()
})

const differences = async () =>
  (await devnet.books()).filter(({ difference }) => difference !== '0')

test('it prints what another program needs', async () => {
  const { chains, tokens } = devnet.network
  const contracts = tokens.flatMap(({ denoms }) =>
    denoms.flatMap(({ token_type }) =>
      'smart' in token_type ? [token_type.smart.contract_address] : [token_type.native.denom],
    ),
  )
  const facts = chains.flatMap(({ rpc_url, chain_id, factory }) => [rpc_url, chain_id, factory])
  const alice = await createPersona('alice')
  const accounts = [alice.evm.address, alice.evm.privateKey, alice.cosmos.address]
  for (const fact of [...facts, ...contracts, ...accounts]) expect(devnet.output).toContain(fact)
  expect(devnet.output.trimEnd().split('\n').at(-1)).toBe('devnet ready')
})

describe('with another Vouch on its network file', () => {
  const KEY = 'k3y0fTh3Pr0v1d3r'
  let vouch: Vouch
  beforeAll(async () => {
    // Nodes that are asked with a key, one of which has a public address beside it.
    const { chains, ...network } = devnet.network
    const keyed = chains.map((chain) => ({
      ...chain,
      rpc_url: `${chain.rpc_url}?key=${KEY}`,
      ...(chain.chain_uid === 'base' && { public_rpc_url: chain.rpc_url }),
    }))
    const networkFile = join(folder.path, 'keyed.json')
    writeFileSync(networkFile, JSON.stringify({ ...network, chains: keyed }))
    vouch = await startVouch({
      env: {
        NETWORK: networkFile,
        LOG_LEVEL: 'trace',
        VAULT_KEY: Buffer.alloc(32, 7).toString('base64'),
        RELAYER_MNEMONIC: 'test test test test test test test test test test test junk',
      },
    })
  })

  test('money goes in and out by what that one builds, and the books balance', async () => {
    const client = createVouchClient(vouch.url)
    const books = await connectBooks(devnet.network)
    const alice = await books.userOn('base', 'alice')
    const bobby = await books.userOn('osmosis', 'bobby')
    const wallets = createPersonaWallets(devnet.network)
    const persona = await createPersona('alice')
    const send = async (path: string, body: object) =>
      wallets.broadcast(
        persona,
        TransactionBuild.parse(await client.ok('POST', `/api/v1/execute/${path}`, body)),
      )
    const usdc = devnet.network.tokens.find(({ token }) => token === 'usdc')
    const before = await books.balanceOf(bobby, 'usdc')

    await send('token/deposit', {
      sender: alice,
      amount_in: '5000000',
      asset_in: { token: 'usdc', token_type: usdc?.denoms[0]?.token_type },
      recipient: alice,
    })
    await expect.poll(() => books.vouchersOf(alice, 'usdc')).toBe(5_000_000n)
    expect(await differences()).toEqual([])

    await send('vcoin/withdraw', {
      sender: alice,
      token: 'usdc',
      amount: '5000000',
      cross_chain_addresses: [{ user: bobby }],
    })
    await expect.poll(() => books.balanceOf(bobby, 'usdc')).toBe(before + 5_000_000n)
    expect(await differences()).toEqual([])
  })

  test('the keys of its nodes are in nothing that it says, and what is public is', async () => {
    const [base] = devnet.network.chains
    const client = createVouchClient(vouch.url)
    const config = (chain_uid: string, family: 'evm' | 'cosmos') =>
      client.ok('POST', '/graphql', {
        query:
          family === 'evm'
            ? `{ chains { evm_chain_config(chain_uid: "${chain_uid}") { rpc_urls { default { http } } } } }`
            : `{ chains { cosmos_wallet_config(chain_uid: "${chain_uid}") { rpc rest } } }`,
      })
    const pages = await Promise.all(
      ['/', '/sign/x', '/claim/x', '/docs', '/openapi.json', '/ready', '/metrics'].map(
        async (path) => {
          const answer = await fetch(`${vouch.url}${path}`)
          return JSON.stringify([...answer.headers]) + (await answer.text())
        },
      ),
    )
    const configs = [
      await config('base', 'evm'),
      await config('polygon', 'evm'),
      await config('osmosis', 'cosmos'),
    ]
    expect(configs).toMatchObject([
      {
        data: {
          chains: { evm_chain_config: { rpc_urls: { default: { http: [base?.rpc_url] } } } },
        },
      },
      { data: { chains: { evm_chain_config: { rpc_urls: { default: { http: [] } } } } } },
      { data: { chains: { cosmos_wallet_config: { rpc: '' } } } },
    ])
    expect(pages[1]).toContain(`connect-src 'self' ${base?.rpc_url};`)
    for (const said of [...pages, JSON.stringify(configs), ...vouch.logged()])
      expect(said).not.toContain(KEY)
  })

  test('that one has no faucet and no books: they are the network of others', async () => {
    const { status } = await createVouchClient(vouch.url).failure('GET', '/devnet/api/books')
    expect(status).toBe(404)
  })
})

test('Ctrl-C ends it in order, and the next start goes on from there', async () => {
  const before = await connectBooks(devnet.network)
  const bobby = await before.userOn('osmosis', 'bobby')
  const balance = await before.balanceOf(bobby, 'usdc')
  expect(await devnet.end('SIGINT')).toBe(0)
  const { network } = devnet
  devnet = await startDevnetProcess(folder.path, ['--data-dir', data])
  expect(devnet.network).toEqual(network)
  expect(await (await connectBooks(devnet.network)).balanceOf(bobby, 'usdc')).toBe(balance)
  expect(await differences()).toEqual([])
})

test('chains of another genesis are left alone, and it says what to do', async () => {
  expect(await devnet.end('SIGTERM')).toBe(0)
  expect(existsSync(join(data, 'genesis.sha256'))).toBe(true)
  writeFileSync(join(data, 'genesis.sha256'), 'of another version\n')
  const files = readdirSync(data)
  await expect(startDevnetProcess(folder.path, ['--data-dir', data])).rejects.toThrow(
    /ended with 1: .*Name another data folder, or delete this one/s,
  )
  expect(readdirSync(data)).toEqual(files)
})

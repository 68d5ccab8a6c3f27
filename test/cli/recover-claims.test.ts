import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { createHub } from '../../src/chains/hub/hub.ts'
import { findClaims } from '../../src/claims/recover-claims.ts'
import { recoverClaims } from '../../src/cli/recover-claims.ts'
import { claimerContractOf } from '../../src/core/generations/generations.ts'
import { hubOf } from '../../src/core/terms/network.ts'
import { DEVNET_MNEMONIC, hubAddress } from '../../src/devnet/accounts.ts'
import { createClaimKeys } from '../../src/signer/claim-keys.ts'
import { sendAs, startLocalHub } from '../chains/local-hub.ts'
import { startLiar, type Lie } from '../chains/node-server.ts'
import { PATIENT } from '../devnet/patient.ts'

const MASTER = Buffer.alloc(32, 3)
const CLAIMER_ID = '65a1b2c3d4e5f60718293a4b'
const Answer = z.object({ response: z.looseObject({ value: z.string().nullable() }) })
const Asked = z.looseObject({ per_page: z.string() })
const Event = z.looseObject({
  type: z.string(),
  attributes: z.array(z.looseObject({ key: z.string(), value: z.string() })),
})
const Indexed = z.looseObject({
  txs: z.array(z.looseObject({ tx_result: z.looseObject({ events: z.array(Event) }) })),
})
type IndexedTx = z.infer<typeof Indexed>['txs'][number]

/** The same transaction, as one in which a stranger's contract made a claim, and the claimer contract did something else. */
function ofStranger(tx: IndexedTx): IndexedTx {
  const events = tx.tx_result.events.map(({ attributes, ...event }) => ({
    ...event,
    attributes: attributes.some(({ key }) => key === 'create_claim')
      ? attributes.map(({ key, value, ...more }) => ({
          key,
          value: key === 'create_claim' ? '77' : key === '_contract_address' ? 'stranger' : value,
          ...more,
        }))
      : attributes,
  }))
  return { ...tx, tx_result: { ...tx.tx_result, events } }
}
const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
  for (const close of closers.splice(0).toReversed()) await close()
})

/** Alice's claim of 1000 ueuclid for a key of the master key, on a hub with so many nodes, of which the first tells lies of one claim's sender. */
async function withLiar(nodes: number) {
  const { hub, network } = await startLocalHub()
  closers.push(() => hub.stop())
  const to = claimerContractOf(network)
  const { publicKey } = createClaimKeys({ master: MASTER }).make(CLAIMER_ID)
  const hook = { create_voucher_claim: { claimer_pubkey: publicKey, pseudo_claim_id: CLAIMER_ID } }
  const deposit_token = {
    amount_in: '1000',
    asset_in: { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } },
    recipient: to,
    msg: toBase64(toUtf8(JSON.stringify(hook))),
    timeout: null,
  }
  const funds = [{ denom: 'ueuclid', amount: '1000' }]
  const { factory: contractAddress } = hubOf(network)
  await sendAs('alice', network, [{ contractAddress, msg: { deposit_token }, funds }])

  const [alice, thief] = [await hubAddress('alice'), await hubAddress('david')]
  const lie: Lie = (method, _params, result) => {
    if (method !== 'abci_query') return result
    const { response } = Answer.parse(result)
    const text = Buffer.from(response.value ?? '', 'base64').toString('latin1')
    const value = Buffer.from(text.replace(alice, thief), 'latin1').toString('base64')
    return { response: { ...response, value } }
  }
  const fronts = await Promise.all(Array.from({ length: nodes }, () => startLiar(hub.rpcUrl)))
  closers.push(...fronts.map((front) => () => front.stop()))
  const [liar] = fronts
  if (liar) liar.lie = lie
  const [rpc_url, ...rpc_urls] = fronts.map(({ url }) => url)
  const chains = network.chains.map((chain) =>
    chain.family === 'cosmwasm' ? { ...chain, rpc_url, rpc_urls } : chain,
  )

  const folder = mkdtempSync(join(tmpdir(), 'vouch-recover-'))
  closers.push(() => rmSync(folder, { recursive: true }))
  const [config, file] = [join(folder, 'recover.env'), join(folder, 'network.json')]
  writeFileSync(file, JSON.stringify({ ...network, chains }))
  writeFileSync(config, '')
  vi.stubEnv('NETWORK', file)
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('RELAYER_MNEMONIC', DEVNET_MNEMONIC)
  vi.stubEnv('SIGNER_KEY', MASTER.toString('base64'))
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)))
  const vouchersOf = async (address: string) =>
    (await createHub(network, PATIENT).vouchers({ chain_uid: 'neuron', address })).held.map(
      ({ amount }) => amount,
    )
  return {
    said,
    held: async () => ({ alice: await vouchersOf(alice), thief: await vouchersOf(thief) }),
    recover: (range: { to?: number } = { to: 0 }) =>
      recoverClaims({ config, send: true, from: 0, gap: 20, ...range }),
    /** The newest transaction of the index is a stranger's, which says of a contract of its own that it made a claim. */
    strangerFirst: () => {
      for (const front of fronts)
        front.lie = (method, params, result) => {
          if (method !== 'tx_search') return result
          const most = Number(Asked.parse(params).per_page)
          const { txs, ...more } = Indexed.parse(result)
          return { ...more, txs: [...txs.slice(0, 1).map(ofStranger), ...txs].slice(0, most) }
        }
    },
    noIndex: () => {
      for (const front of fronts)
        front.lie = (method, _params, result) =>
          method === 'tx_search' ? { txs: [], total_count: '0' } : result
    },
  }
}

test('what a lost claim holds goes back to whom two of three nodes call its sender', async () => {
  const { held, recover, said } = await withLiar(3)
  await recover()
  expect(said.at(-1)).toContain('1 were given back')
  expect(await held()).toEqual({ alice: [1000n], thief: [] })
})

test('without an end it looks as far as the hub has made claims', async () => {
  const { recover, said } = await withLiar(3)
  await recover({})
  expect(said.slice(-2)).toEqual([
    'Looked at the claims from 0 to 0.',
    expect.stringContaining('1 were given back'),
  ])
  expect(process.exitCode).toBeUndefined()
})

test('without an end, a stranger’s newest transaction hides no claim, and makes none up', async () => {
  const { recover, said, strangerFirst } = await withLiar(1)
  strangerFirst()
  await recover({})
  expect(said).toContainEqual('Looked at the claims from 0 to 0.')
  expect(process.exitCode).toBeUndefined()
})

test('without an end, and without an index of the hub, it says that the end is a guess, and ends with 1', async () => {
  const { held, noIndex, recover, said } = await withLiar(1)
  noIndex()
  await recover({})
  expect(said).toContainEqual('Looked at the claims from 0 to 31.')
  expect(said).toContainEqual(expect.stringContaining('Give --to where the hub may have made more'))
  expect(process.exitCode).toBe(1)
  expect(await held()).toEqual({ alice: [1000n], thief: [] })
})

test('a claim behind more than 10,000 that are gone is found where the end is known', async () => {
  const waiting = ['5', '20000']
  const deps = {
    claimOnChain: async (id: string) => (waiting.includes(id) ? CLAIM : undefined),
    findFor: () => () => '',
  }
  const found = async (to: bigint | undefined) => {
    const ids: string[] = []
    for await (const { claimId } of findClaims(deps, { from: 0n, to, gap: 10_000n }))
      ids.push(claimId)
    return ids
  }
  expect(await found(20_000n)).toEqual(waiting)
  expect(await found(undefined)).toEqual(['5'])
})
const CLAIM = {
  claimer_pubkey: '',
  pseudo_claim_id: CLAIMER_ID,
  token: 'usdc',
  amount: 1n,
  sender: { chain_uid: 'base', address: '0x1' },
}

test('where two nodes contradict each other about a claim nothing of it is sent', async () => {
  const { held, recover } = await withLiar(2)
  await expect(recover()).rejects.toThrow('do not say the same')
  expect(await held()).toEqual({ alice: [], thief: [] })
})

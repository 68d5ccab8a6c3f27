import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createChainAccess } from '../../src/chains/chain-access.ts'
import { createHubAccount } from '../../src/chains/hub/hub-account.ts'
import { createHub } from '../../src/chains/hub/hub.ts'
import type { HubAccount } from '../../src/services/relaying/hub-account-port.ts'
import { createClaims } from '../../src/claims/create-claims.ts'
import { ClaimsExport } from '../../src/claims/claims-export.ts'
import { exportedClaimKey, ownClaimKey, redeemDirectly } from '../../src/claims/redeem-directly.ts'
import { createVault } from '../../src/claims/vault.ts'
import { accountKey } from '../../src/core/terms/identity.ts'
import { GenerationName, hubOf, type Network } from '../../src/core/terms/network.ts'
import { createJsonOperations } from '../services/json-edge.ts'
import type { CosmWasmMessage, Social } from '../../src/core/terms/shapes.ts'
import { ACCOUNT_INDEX, DEVNET_MNEMONIC, hubAddress } from '../../src/devnet/accounts.ts'
import { createClaimKeys } from '../../src/signer/claim-keys.ts'
import { createAccountStore } from '../../src/store/people/account-store.ts'
import { createClaimStore } from '../../src/store/claims/claim-store.ts'
import { openDatabase } from '../../src/store/database.ts'
import { exportClaims } from '../../src/store/claims/export-claims.ts'
import { sendAs, startLocalHub } from '../chains/local-hub.ts'
import { ALICE, BOBBY } from './claims-fixture.ts'
import { createTestSigner, MASTER } from './test-signer.ts'
import { PATIENT } from '../devnet/patient.ts'

const EACH = '1000' // ueuclid
const ORIGIN = { account: accountKey(ALICE), name: '@alice', note: undefined }

describe.each(GenerationName.options)('on a hub of %s', (generation) => {
  let hub: Awaited<ReturnType<typeof startLocalHub>>['hub']
  let network: Network
  let relayer: HubAccount

  beforeAll(async () => {
    ;({ hub, network } = await startLocalHub({ generation }))
    const index = ACCOUNT_INDEX.claimsRelayer
    relayer = await createHubAccount({
      hub: createHub(network, PATIENT),
      mnemonic: DEVNET_MNEMONIC,
      index,
    })
  })
  afterAll(() => hub.stop())

  /** Claims against the real local hub. `faults` stand in the relayer's way; `restart` keeps the data. */
  function createService() {
    const { db } = openDatabase(':memory:')
    const store = createClaimStore(db)
    const accounts = createAccountStore(db)
    const open = (faults: Partial<HubAccount> = {}) =>
      createClaims({
        usdCentsOf: async () => undefined,
        takesSignature: async () => false,
        network,
        store,
        vault: createVault({ keyEncryptionKey: Buffer.alloc(32, 3) }),
        signer: createTestSigner({ network, claimOnChain: createHub(network, PATIENT).claim }),
        hub: {
          relayer: { ...relayer, ...faults },
          gas: { refuseWhenLow: () => undefined },
          follow: async () => undefined,
          payoutTerms: createHub(network, PATIENT).payoutTerms,
        },
        accounts: {
          proofs: [],
          identities: new Set(['telegram']),
          remember: (account) => accounts.remember(account, 'telegram', undefined, new Date()),
        },
        publicUrl: 'https://vouch.example',
        log: { warn: () => undefined },
        now: () => new Date(),
        hubTime: () => new Date(),
        sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 40))),
      })
    return { db, store, open }
  }

  /** Alice deposits for Bobby in one transaction, exactly as the service built it, and its block is observed. */
  async function deposit(
    claims: ReturnType<typeof createClaims>,
    count: number,
    social: Social = { telegram: '@bobby' },
    spell: (address: string) => string = (address) => address,
  ) {
    const operations = createJsonOperations({
      network,
      claimers: claims,
      pools: createHub(network, PATIENT),
      now: () => new Date(),
    })
    const messages: CosmWasmMessage[] = []
    for (let number = 0; number < count; number += 1) {
      const build = await operations.deposit(
        {
          amount_in: EACH,
          asset_in: { token: 'euclid', token_type: { native: { denom: 'ueuclid' } } },
          sender: { chain_uid: 'neuron', address: spell(await hubAddress('alice')) },
          recipient: { social },
        },
        { origin: ORIGIN },
      )
      if (build.type === 'cosmwasm') messages.push(...build.msgs)
    }
    const { height } = await sendAs('alice', network, messages)
    await claims.observe(await createChainAccess(hubOf(network), network, PATIENT).block(height))
    return claims.waitingFor(BOBBY)
  }

  async function paidTo(address: string): Promise<bigint> {
    const access = createChainAccess(hubOf(network), network, PATIENT)
    return access.balanceOf(address, { native: { denom: 'ueuclid' } })
  }

  test('claims that are redeemed all at once are each paid once by the real hub, for the fees that were kept', async () => {
    const { balance } = await relayer.funds()
    const { store, open } = createService()
    const claims = open()
    const waiting = await deposit(claims, 12)
    expect(waiting).toHaveLength(12)
    const to = { chain_uid: 'neuron', address: await hubAddress('carol') }
    claims.start()
    await Promise.all(waiting.map(({ claimId }) => claims.redeem(claimId, { account: BOBBY }, to)))
    const statuses = () =>
      Promise.all(waiting.map(async ({ claimId }) => (await store.claim(claimId))?.claim.status))
    await expect.poll(statuses).toEqual(Array.from(waiting, () => 'paid'))
    expect(await paidTo(to.address)).toBe(12n * BigInt(EACH))
    await claims.stop()
    const cost = balance - (await relayer.funds()).balance
    const [redeemed, ...returned] = await store.gasSpent(new Date(0))
    expect(redeemed).toEqual({ purpose: 'redeem', fee: cost })
    expect(returned.map(({ fee }) => fee)).toEqual([0n, 0n])
  })

  test('redemptions that were stored but never sent are sent after a restart, and paid once', async () => {
    const { store, open } = createService()
    const lost = open({ broadcast: async () => ({ accepted: false, reason: 'connection lost' }) })
    const waiting = await deposit(lost, 3)
    const to = { chain_uid: 'neuron', address: await hubAddress('david') }
    for (const { claimId } of waiting) await lost.redeem(claimId, { account: BOBBY }, to)
    expect(await paidTo(to.address)).toBe(0n)

    const claims = open()
    claims.start()
    await expect.poll(() => paidTo(to.address)).toBe(3n * BigInt(EACH))
    await expect.poll(() => store.signedRedemptions()).toEqual([])
    expect(await claims.waitingFor(BOBBY)).toEqual([])
    await claims.stop()
  })

  test('a sender that was named in capitals gets its vouchers back, from a hub that keys them by lower case', async () => {
    const { store, open } = createService()
    const claims = open()
    const alice = await hubAddress('alice')
    const held = async () => {
      const user = { chain_uid: 'neuron', address: alice }
      return createHub(network, PATIENT).voucher(user, 'euclid')
    }
    const before = await held()
    const [claim] = await deposit(claims, 1, undefined, (address) => address.toUpperCase())
    const kept = await store.claimer(claim?.claimerId ?? '')
    expect(kept?.sender).toEqual({ chain_uid: 'neuron', address: alice })
    await claims.cancel(claim?.claimerId ?? '', claim?.claimId, { account: ALICE })
    await expect.poll(held).toBe(before + BigInt(EACH))
  })

  test('with the server gone, its operator redeems from the export, and a recipient with their own key', async () => {
    const own = ownClaimKey(Buffer.alloc(32, 9))
    const { db, store, open } = createService()
    await deposit(open(), 1)
    await deposit(open(), 1, { telegram: '@bobby', pub_key: own.publicKey })
    const file = JSON.stringify(await exportClaims(db, new Date()))

    // From here on there is the file, the master key and the chain.
    const claims = ClaimsExport.parse(JSON.parse(file))
    const idOf = (isHeld: boolean) =>
      claims.claimers.find(({ sealed_key }) => (sealed_key !== null) === isHeld)?.claims[0]
        ?.claim_id ?? ''
    const keys = createClaimKeys({ master: MASTER })
    const to = { chain_uid: 'neuron', address: await hubAddress('bobby') }
    const before = await paidTo(to.address)
    const orders = [
      { key: exportedClaimKey(claims, keys, idOf(true)), claimId: idOf(true) },
      { key: own, claimId: idOf(false) },
    ]
    for (const { key, claimId } of orders) {
      const order = { claimId, token: 'euclid', recipient: to, release: true }
      const { txHash } = await redeemDirectly({ network, relayer }, key, order)
      await expect.poll(() => relayer.result(txHash)).toEqual({ ok: true, error: '' })
    }
    expect(await paidTo(to.address)).toBe(before + 2n * BigInt(EACH))
    expect(() => exportedClaimKey(claims, keys, idOf(false))).toThrow("recipient's own")
    expect(file).not.toContain(Buffer.alloc(32, 9).toString('hex'))
    expect((await store.claim(idOf(true)))?.claim.status).toBe('funded') // the database knew nothing of it
  })
})
